/** One subscription: its events, the actions on it, and every attempt to deliver. */
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { WebhookSubscription } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { Action } from '../../parts/action.tsx'
import { Card, Facts, Page } from '../../parts/page.tsx'
import { Reading } from '../../parts/reading.tsx'
import { SecretOnce } from '../../parts/secret-once.tsx'
import { Id, Status, Time } from '../../parts/values.tsx'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { GivenName } from '../../texts/given-names.ts'
import { useLocale } from '../../texts/language.ts'
import { Deliveries } from './deliveries.tsx'
import { ReplaySince } from './replay-since.tsx'
import { type Side, useSides } from './side.ts'
import { SubscriptionForm } from './subscription-form.tsx'
import { TEXTS } from './texts.ts'

const SubscriptionDetail = (): ReactNode => {
  const words = useTexts(TEXTS)
  const { id } = useParams({ strict: false }) as { id: string }
  const { pathname } = useLocation()
  const { side } = useSides(pathname.includes('/webhooks/transfers/') ? 'transfers' : 'cards')
  const subscription = useRead(side.read, { path: { id } })
  const { data } = subscription
  return (
    <Page
      title={data?.url ?? words.subscription}
      beside={data && <Status value={data.is_active ? 'active' : 'inactive'} />}
      hint={<Id value={id} label={words.subscription} />}
      back={{ to: '/webhooks', text: words.back }}
      actions={data && <SubscriptionActions of={data} side={side} />}
    >
      <Reading of={subscription} lines={10}>
        {(read) => (
          <div className="stack">
            <SubscriptionFacts of={read} />
            <section className="stack" aria-label={words.deliveries}>
              <h2>{words.deliveries}</h2>
              <ReplaySince subscriptionId={read.id} side={side} />
              <Deliveries subscriptionId={read.id} side={side} />
            </section>
          </div>
        )}
      </Reading>
    </Page>
  )
}

const SubscriptionFacts = ({ of }: { of: WebhookSubscription }): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  return (
    <Card title={words.subscription}>
      <Facts
        rows={[
          [words.description, <GivenName key="d" of={of.description} />],
          [
            words.events,
            of.events.includes('*') ? (
              words.allEvents
            ) : (
              <span key="e" className="codes">
                {of.events.map((name) => (
                  <code key={name}>{name}</code>
                ))}
              </span>
            ),
          ],
          [words.retries, of.max_retry_count.toLocaleString(locale)],
          [words.created, <Time key="c" at={of.created_at} />],
        ]}
      />
    </Card>
  )
}

type Deed = 'edit' | 'rotate' | 'turn' | 'remove'

const SubscriptionActions = ({ of, side }: { of: WebhookSubscription; side: Side }): ReactNode => {
  const words = useTexts(TEXTS)
  const navigate = useNavigate()
  const [deed, setDeed] = useState<Deed | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const close = (): void => setDeed(null)
  const inputOf = () => ({ path: { id: of.id } })
  const turn = of.is_active ? side.deactivate : side.activate
  return (
    <>
      <Action operation={side.change} onPress={() => setDeed('edit')}>
        {words.edit}
      </Action>
      <Action operation={side.rotate} onPress={() => setDeed('rotate')}>
        {words.rotate}
      </Action>
      <Action operation={turn} onPress={() => setDeed('turn')}>
        {of.is_active ? words.deactivate : words.activate}
      </Action>
      <Action operation={side.remove} onPress={() => setDeed('remove')}>
        {words.remove}
      </Action>
      {deed === 'edit' && <SubscriptionForm side={side} of={of} onClose={close} />}
      {deed === 'rotate' && (
        <WriteDialog
          operation={side.rotate}
          inputOf={inputOf}
          title={words.rotateTitle}
          hint={words.rotateHint}
          submit={words.rotate}
          said={words.rotated}
          onClose={close}
          onDone={(answer) => setSecret(answer.secret)}
        />
      )}
      {deed === 'turn' && (
        <WriteDialog
          operation={turn}
          inputOf={inputOf}
          title={of.is_active ? words.deactivate : words.activate}
          hint={of.is_active ? words.pauseHint : words.resumeHint}
          submit={of.is_active ? words.deactivate : words.activate}
          said={words.done}
          onClose={close}
        />
      )}
      {deed === 'remove' && (
        <WriteDialog
          operation={side.remove}
          inputOf={inputOf}
          title={words.removeTitle}
          hint={words.removeHint(of.url)}
          submit={words.remove}
          kind="danger"
          said={words.removed}
          onClose={() => void navigate({ to: '/webhooks' } as never)}
        />
      )}
      {secret !== null && <SecretOnce title={words.secretTitle} secret={secret} onClose={() => setSecret(null)} />}
    </>
  )
}

export default SubscriptionDetail
