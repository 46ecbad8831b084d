/** A secret that is shown once: the person copies it, then it cannot be shown again. */
import type { ReactNode } from 'react'
import { useTexts } from '../texts/dictionary.ts'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { Facts } from './page.tsx'
import { TEXTS } from './texts.ts'
import { Id } from './values.tsx'

interface SecretOnceProps {
  readonly title: string
  readonly secret: string
  readonly rows?: readonly (readonly [name: string, value: ReactNode])[]
  readonly onClose: () => void
}

export const SecretOnce = ({ title, secret, rows = [], onClose }: SecretOnceProps): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <Dialog title={title} isOpen onClose={onClose} isFirm>
      <div className="notice waits">
        <Icon name="warn" />
        <span>{words.hint}</span>
      </div>
      <Facts rows={[...rows, [words.secret, <Id key="s" value={secret} label={words.secret} />]]} />
      <div className="form-end">
        <button type="button" className="button primary" onClick={onClose}>
          {words.kept}
        </button>
      </div>
    </Dialog>
  )
}
