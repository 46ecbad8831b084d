/** Recovery codes, shown once; new ones; and switching the second factor off. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { postMeSecondFactorDisable, postMeSecondFactorRecoveryCodes } from '../../generated/operations.ts'
import { announce } from '../../parts/announce.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, WriteForm } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Copy } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { toCode } from './code.ts'
import { TEXTS } from './texts.ts'

export const RecoveryCodes = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <Dialog title={words.codesTitle} isOpen onClose={onClose} isFirm>
      <div className="notice waits">
        <Icon name="warn" />
        <span>{words.codesHint}</span>
      </div>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="form-end">
        <Copy text={codes.join('\n')} label={words.copyAll} />
        <button type="button" className="button primary" onClick={onClose}>
          {words.kept}
        </button>
      </div>
    </Dialog>
  )
}

interface RenewDialogProps {
  readonly onClose: () => void
  readonly onCodes: (codes: readonly string[]) => void
}

export const RenewDialog = ({ onClose, onCodes }: RenewDialogProps): ReactNode => {
  const words = useTexts(TEXTS)
  const renew = useMutation({
    mutationFn: (body: { password: string; otp: string }) => call(postMeSecondFactorRecoveryCodes, { body }),
    onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
  })
  return (
    <Dialog title={words.renew} isOpen onClose={onClose} isFirm>
      <p>{words.renewHint}</p>
      <WriteForm
        error={renew.error}
        isBusy={renew.isPending}
        fields={['password', 'otp']}
        submit={words.renew}
        onSubmit={({ password = '', otp }) => renew.mutate({ password, otp: toCode(otp) })}
        onCancel={onClose}
      >
        <ProofFields label={words.code} />
      </WriteForm>
    </Dialog>
  )
}

/** Closed before anything is loaded: the session has ended, and the dialog to sign in again comes next. */
export const SwitchOffDialog = ({ onClose }: { onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const client = useQueryClient()
  const switchOff = useMutation({
    mutationFn: (body: { password: string; otp: string }) => call(postMeSecondFactorDisable, { body }),
    onSuccess: () => {
      announce(words.switchedOff)
      onClose()
      void client.invalidateQueries()
    },
  })
  return (
    <Dialog title={words.switchOffTitle} isOpen onClose={onClose} isFirm>
      <p>{words.switchOffHint}</p>
      <WriteForm
        error={switchOff.error}
        isBusy={switchOff.isPending}
        fields={['password', 'otp']}
        submit={words.switchOff}
        kind="danger"
        onSubmit={({ password = '', otp }) => switchOff.mutate({ password, otp: toCode(otp) })}
        onCancel={onClose}
      >
        <ProofFields label={words.codeOrRecovery} />
      </WriteForm>
    </Dialog>
  )
}

const ProofFields = ({ label }: { label: string }): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <>
      <Field
        name="password"
        label={words.present}
        type="password"
        autoComplete="current-password"
        isRequired
        takesFocus
      />
      <Field name="otp" label={label} autoComplete="one-time-code" isRequired />
    </>
  )
}
