/** Setting up the second factor: the password, then the app reads the key and shows its first code. */
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { postMeSecondFactor, postMeSecondFactorConfirm } from '../../generated/operations.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, WriteForm } from '../../parts/form.tsx'
import { Facts } from '../../parts/page.tsx'
import { Qr } from '../../parts/record/qr.tsx'
import { Id } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { toCode } from './code.ts'
import { TEXTS } from './texts.ts'

interface EnrolDialogProps {
  readonly onClose: () => void
  readonly onCodes: (codes: readonly string[]) => void
}

export const EnrolDialog = ({ onClose, onCodes }: EnrolDialogProps): ReactNode => {
  const words = useTexts(TEXTS)
  const begin = useMutation({
    mutationFn: (password: string) => call(postMeSecondFactor, { body: { password } }),
  })
  return (
    <Dialog title={words.setUpTitle} isOpen onClose={onClose} isFirm>
      {begin.data === undefined ? (
        <>
          <p>{words.setUpHint}</p>
          <WriteForm
            error={begin.error}
            isBusy={begin.isPending}
            fields={['password']}
            submit={words.goOn}
            onSubmit={({ password }) => begin.mutate(password ?? '')}
            onCancel={onClose}
          >
            <Field
              name="password"
              label={words.present}
              type="password"
              autoComplete="current-password"
              isRequired
              takesFocus
            />
          </WriteForm>
        </>
      ) : (
        <ConfirmStep secret={begin.data.secret} uri={begin.data.otpauth_uri} onClose={onClose} onCodes={onCodes} />
      )}
    </Dialog>
  )
}

const ConfirmStep = ({
  secret,
  uri,
  onClose,
  onCodes,
}: EnrolDialogProps & { secret: string; uri: string }): ReactNode => {
  const words = useTexts(TEXTS)
  const confirm = useMutation({
    mutationFn: (otp: string) => call(postMeSecondFactorConfirm, { body: { otp } }),
    onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
  })
  return (
    <>
      <p>{words.scan}</p>
      <Qr text={uri} label={words.qr} />
      <Facts rows={[[words.key, <Id key="k" value={secret} label={words.key} />]]} />
      <WriteForm
        error={confirm.error}
        isBusy={confirm.isPending}
        fields={['otp']}
        submit={words.switchOn}
        onSubmit={({ otp }) => confirm.mutate(toCode(otp))}
        onCancel={onClose}
      >
        <Field
          name="otp"
          label={words.code}
          hint={words.switchOnHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          isRequired
          takesFocus
        />
      </WriteForm>
    </>
  )
}
