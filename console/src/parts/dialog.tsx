/** A modal dialog: keeps the focus, closes with Escape, and returns the focus to what opened it. */
import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useTexts } from '../texts/dictionary.ts'
import { WORDS } from '../texts/words.ts'
import { Icon } from './icon.tsx'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Stays open when the person clicks outside. */
  readonly isFirm?: boolean
  readonly className?: string
  readonly children: ReactNode
}

export const Dialog = ({
  title,
  isOpen,
  onClose,
  isFirm = false,
  className = '',
  children,
}: DialogProps): ReactNode => {
  const words = useTexts(WORDS)
  return (
    <ModalOverlay
      className="overlay"
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable={!isFirm}
    >
      <Modal className={`modal ${className}`}>
        <AriaDialog className="dialog">
          <div className="dialog-head">
            <Heading slot="title">{title}</Heading>
            <button type="button" className="icon-button" onClick={onClose} aria-label={words.close}>
              <Icon name="close" />
            </button>
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
