/** Confirming by a passkey instead of the password, if this browser has one. */
import { type ReactNode, useState } from 'react'
import { isRefusedByPerson, mayHavePasskeys, proveByPasskey } from '../api/passkeys.ts'
import { useTexts } from '../texts/dictionary.ts'
import { TEXTS } from './texts.ts'

interface ByPasskeyProps {
  readonly onDone: () => void
  readonly onError: (error: unknown) => void
}

export const ByPasskey = ({ onDone, onError }: ByPasskeyProps): ReactNode => {
  const words = useTexts(TEXTS)
  const [isBusy, setBusy] = useState(false)
  if (!mayHavePasskeys()) return null
  const prove = (): void => {
    setBusy(true)
    onError(null)
    proveByPasskey().then(onDone, (error: unknown) => {
      setBusy(false)
      if (!isRefusedByPerson(error)) onError(error)
    })
  }
  return (
    <button type="button" className="button wide" disabled={isBusy} onClick={prove}>
      {words.byPasskey}
    </button>
  )
}
