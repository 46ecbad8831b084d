/** Checkout sessions: listed, found by their id, and created to try the page. */
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { CheckoutSessionCreated, CreateCheckoutSession } from '../../../../sdk/src/generated/cards.ts'
import { useMay } from '../../api/me.ts'
import {
  getCheckoutSessions,
  getCheckoutSessionsBySessionId,
  postCheckoutSessions,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, WriteForm } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Card, Facts, Page } from '../../parts/page.tsx'
import { MakeDialog } from '../../parts/record/make-dialog.tsx'
import type { Member } from '../../parts/record/members.tsx'
import { Id, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { SessionList } from './session-list.tsx'
import { TEXTS } from './texts.ts'

const SESSION_ID = /^[0-9a-f]{32}$/
const CURRENCY = 'TRY'

const Sessions = (): ReactNode => {
  const words = useTexts(TEXTS)
  const may = useMay()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  return (
    <Page
      title={words.title}
      hint={words.hint}
      actions={
        <Action operation={postCheckoutSessions} onPress={() => setOpen(true)} kind="primary">
          <Icon name="plus" />
          {words.make}
        </Action>
      }
    >
      {may(getCheckoutSessionsBySessionId) && (
        <Card title={words.find} className="narrow">
          <WriteForm
            error={null}
            isBusy={false}
            fields={['session_id']}
            submit={words.show}
            onSubmit={({ session_id: id = '' }) =>
              void navigate({ to: `/checkout-sessions/${id.trim().toLowerCase()}` })
            }
          >
            <Field
              name="session_id"
              label={words.id}
              hint={words.findHint}
              autoComplete="off"
              isRequired
              validate={(typed) => (SESSION_ID.test(typed.trim().toLowerCase()) ? null : words.idWrong)}
            />
          </WriteForm>
        </Card>
      )}
      {may(getCheckoutSessions) && <SessionList />}
      {isOpen && <NewSession onClose={() => setOpen(false)} />}
    </Page>
  )
}

const NewSession = ({ onClose }: { onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const members: readonly Member<CreateCheckoutSession>[] = [
    { name: 'amount', label: common.amount, kind: 'amount', currency: CURRENCY, isRequired: true },
    { name: 'description', label: words.description, maxLength: 500 },
    { name: 'external_id', label: words.order, maxLength: 100 },
    { name: 'success_url', label: words.successUrl },
    { name: 'cancel_url', label: words.cancelUrl },
    { name: 'customer_email', label: words.email, maxLength: 200 },
  ]
  return (
    <MakeDialog
      operation={postCheckoutSessions}
      members={members}
      keeps={{ currency: CURRENCY }}
      title={words.make}
      hint={words.makeHint}
      submit={words.make}
      said={words.made}
      onClose={onClose}
    >
      {(made) => <Made of={made} onClose={onClose} />}
    </MakeDialog>
  )
}

const Made = ({ of, onClose }: { of: CheckoutSessionCreated; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  return (
    <Dialog title={words.made} isOpen onClose={onClose} isFirm>
      <Facts
        rows={[
          [words.id, <Id key="i" value={of.session_id} label={words.id} />],
          [words.until, <Time key="u" at={of.expires_at} />],
        ]}
      />
      <div className="form-end">
        <a className="button primary" href={of.checkout_url} target="_blank" rel="noreferrer">
          {words.open}
        </a>
        <button type="button" className="button" onClick={onClose}>
          {common.close}
        </button>
      </div>
    </Dialog>
  )
}

export default Sessions
