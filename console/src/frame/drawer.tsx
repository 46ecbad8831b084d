/** The menu on a phone: a dialog at the edge of the screen. */
import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Icon } from '../parts/icon.tsx'
import { useTexts } from '../texts/dictionary.ts'
import { WORDS } from '../texts/words.ts'

interface DrawerProps {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

const Drawer = ({ label, onClose, children }: DrawerProps): ReactNode => {
  const words = useTexts(WORDS)
  return (
    <ModalOverlay className="overlay drawer" isOpen onOpenChange={(open) => open || onClose()} isDismissable>
      <Modal className="side open">
        <Dialog aria-label={label}>
          <button type="button" className="icon-button" onClick={onClose} aria-label={words.close}>
            <Icon name="close" />
          </button>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

export default Drawer
