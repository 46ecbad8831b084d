/** A new password in exchange for the current one; the code is required if the account has a second factor. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { callOwn } from '../../api/call.ts'
import { useRead } from '../../api/data.ts'
import { getMeSecondFactor } from '../../generated/operations.ts'
import { announce } from '../../parts/announce.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, WriteForm } from '../../parts/form.tsx'
import type { Values } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { codeIn } from './code.ts'
import { TEXTS } from './texts.ts'

export const PasswordDialog = ({ onClose }: { onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const client = useQueryClient()
  const factor = useRead(getMeSecondFactor, {})
  const [isUnlike, setUnlike] = useState(false)
  const write = useMutation({
    // A refusal concerns what was typed, so it is shown in the form.
    mutationFn: (body: object) => callOwn('POST', 'password', body),
    onSuccess: () => {
      announce(words.passwordChanged)
      onClose()
      void client.invalidateQueries()
    },
  })
  const send = ({ password, new_password, repeated, otp }: Values): void => {
    setUnlike(new_password !== repeated)
    if (new_password === repeated) write.mutate({ password, new_password, ...codeIn(otp) })
  }
  return (
    <Dialog title={words.changePassword} isOpen onClose={onClose} isFirm>
      <p>{words.changeHint}</p>
      <WriteForm
        error={write.error}
        isBusy={write.isPending}
        fields={['password', 'new_password', 'otp']}
        submit={words.changePassword}
        onSubmit={send}
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
        <Field
          name="new_password"
          label={words.new}
          hint={words.passwordHint}
          type="password"
          autoComplete="new-password"
          isRequired
        />
        <Field name="repeated" label={words.repeated} type="password" autoComplete="new-password" isRequired />
        <div role="alert">{isUnlike && <p className="notice bad">{words.unlike}</p>}</div>
        {factor.data?.is_active === true && (
          <Field name="otp" label={words.codeOrRecovery} autoComplete="one-time-code" isRequired />
        )}
      </WriteForm>
    </Dialog>
  )
}
