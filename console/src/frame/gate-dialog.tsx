/** Signing in again, and confirming before money or access changes; what the person was doing waits underneath. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { callOwn } from '../api/call.ts'
import { followGate, type Need, needed, settle } from '../api/gate.ts'
import { ME_KEY, useMe } from '../api/me.ts'
import { findProblem } from '../api/problem.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field, FormProblem, WriteForm } from '../parts/form.tsx'
import { useTexts } from '../texts/dictionary.ts'
import { ByPasskey } from './by-passkey.tsx'
import { TEXTS } from './texts.ts'

interface DemoPerson {
  readonly key: string
  readonly email: string
}

const GateDialog = (): ReactNode => {
  const need = useSyncExternalStore(followGate, needed)
  return need === null ? null : <Ask key={need} need={need} />
}

const Ask = ({ need }: { need: Need }): ReactNode => {
  const words = useTexts(TEXTS)
  const { person, tenant, factors } = useMe()
  const client = useQueryClient()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [asksCode, setAsksCode] = useState(false)
  const demo = useDemoPerson()

  const done = (): void => {
    void client.invalidateQueries({ queryKey: ME_KEY })
    settle(need, true)
  }
  const send = (body: object): void => {
    setBusy(true)
    setError(null)
    callOwn('POST', need === 'sign-in' ? 'session' : 'step-up', body, { isPlain: true }).then(
      done,
      (reason: unknown) => {
        setBusy(false)
        if (findProblem(reason)?.code === 'otp_required') setAsksCode(true)
        else setError(reason)
      },
    )
  }
  const submit = ({ password, otp }: Readonly<Record<string, string>>): void =>
    send({
      ...(need === 'sign-in' ? { tenant: tenant.slug, email: person.email } : {}),
      password,
      ...(otp ? { otp } : {}),
    })
  return (
    <Dialog title={words[need === 'sign-in' ? 'signIn' : 'stepUp']} isOpen onClose={() => settle(need, false)} isFirm>
      <p>{need === 'sign-in' ? words.signInHint(person.name) : words.stepUpHint}</p>
      {demo !== undefined && (
        <button
          type="button"
          className="button primary wide"
          onClick={() => send(need === 'sign-in' ? { demo: demo.key } : {})}
        >
          {words.demo}
        </button>
      )}
      {demo === undefined && (
        <WriteForm error={error} isBusy={isBusy} fields={['password', 'otp']} submit={words.go} onSubmit={submit}>
          <Field
            name="password"
            label={words.password}
            type="password"
            autoComplete="current-password"
            isRequired
            takesFocus
          />
          {asksCode && (
            <Field
              name="otp"
              label={words.otp}
              inputMode="numeric"
              autoComplete="one-time-code"
              isRequired
              takesFocus
            />
          )}
        </WriteForm>
      )}
      {demo !== undefined && <FormProblem error={error} />}
      {need === 'step-up' && factors.passkeys > 0 && <ByPasskey onDone={done} onError={setError} />}
      {need === 'sign-in' && <a href="/console/sign-in">{words.other}</a>}
    </Dialog>
  )
}

/** Demo people of a sandbox have no password. */
const useDemoPerson = (): DemoPerson | undefined => {
  const { person, session } = useMe()
  const { data } = useQuery({
    queryKey: ['demo-people'],
    queryFn: () => callOwn<readonly DemoPerson[]>('GET', 'demo-people', undefined, { isPlain: true }),
    enabled: session.is_demo,
    retry: false,
  })
  return data?.find(({ email }) => email === person.email)
}

export default GateDialog
