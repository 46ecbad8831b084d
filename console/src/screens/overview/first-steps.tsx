/**
 * Steps to try on a first visit to the sandbox, limited to what the person's role can do. Each is ticked when it has
 * happened.
 */
import { type ReactNode, useState } from 'react'
import { useRead, useWrite } from '../../api/data.ts'
import { useMay, useMe, useSavePreferences } from '../../api/me.ts'
import {
  getCancellationRequests,
  getRefunds,
  getTransactions,
  getTransfers,
  getWebhookSubscriptions,
  getWebhookSubscriptionsByIdDeliveries,
  postCancellationRequestsByIdApprove,
  postCheckoutSessions,
  postPaymentsByTransactionIdRefund,
  postTransfersBulkApprove,
  postWebhookSubscriptions,
} from '../../generated/operations.ts'
import { FormProblem } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { To } from '../../parts/link.tsx'
import { Card } from '../../parts/page.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { TEXTS } from './texts.ts'

const ONE = { page: 1, page_size: 1 } as const
const LOOK_MS = 15_000

interface Step {
  readonly name: 'stepPay' | 'step3d' | 'stepHook' | 'stepRefund' | 'stepApprove'
  readonly isDone: boolean
  readonly isAllowed: boolean
  readonly way: ReactNode
}

const hasSome = (read: { data?: { total_count: number } | undefined }): boolean => (read.data?.total_count ?? 0) > 0

const useDone = () => {
  const may = useMay()
  const options = (isOn: boolean) => ({ isOn, everyMs: LOOK_MS })
  const cards = may(getTransactions)
  const paid = useRead(getTransactions, { query: { ...ONE, status: 'completed' } }, options(cards))
  const secure = useRead(getTransactions, { query: { ...ONE, secure_type: 'three_ds_v2' } }, options(cards))
  const refunds = useRead(getRefunds, { query: ONE }, options(may(getRefunds)))
  const hooks = useRead(getWebhookSubscriptions, { query: ONE }, { isOn: may(getWebhookSubscriptions) })
  const hook = hooks.data?.items[0]?.id
  const deliveries = useRead(
    getWebhookSubscriptionsByIdDeliveries,
    { path: { id: hook ?? '' }, query: { ...ONE, is_success: true } },
    options(hook !== undefined && may(getWebhookSubscriptionsByIdDeliveries)),
  )
  const voids = useRead(
    getCancellationRequests,
    { query: { ...ONE, status: 'approved' } },
    options(may(getCancellationRequests)),
  )
  const sent = useRead(getTransfers, { query: { ...ONE, status: 'completed' } }, options(may(getTransfers)))
  return {
    stepPay: hasSome(paid),
    step3d: hasSome(secure),
    stepHook: hasSome(deliveries),
    stepRefund: hasSome(refunds),
    stepApprove: hasSome(voids) || hasSome(sent),
  }
}

export const FirstSteps = (): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const save = useSavePreferences()
  const done = useDone()
  const may = useMay()
  const pays = may(postCheckoutSessions)
  const all: readonly Step[] = [
    { name: 'stepPay', isDone: done.stepPay, isAllowed: pays, way: <PageMaker mode="non_3d" /> },
    { name: 'step3d', isDone: done.step3d, isAllowed: pays, way: <PageMaker mode="three_d_secure" /> },
    { name: 'stepHook', isDone: done.stepHook, isAllowed: may(postWebhookSubscriptions), way: <Way to="/webhooks" /> },
    {
      name: 'stepRefund',
      isDone: done.stepRefund,
      isAllowed: may(getTransactions, postPaymentsByTransactionIdRefund),
      way: <Way to="/payments" search={{ status: 'completed' }} />,
    },
    {
      name: 'stepApprove',
      isDone: done.stepApprove,
      isAllowed: may(postCancellationRequestsByIdApprove) || may(postTransfersBulkApprove),
      way: <Way to="/approvals" />,
    },
  ]
  const steps = all.filter(({ isAllowed }) => isAllowed)
  if (steps.length === 0) return null
  const count = steps.filter(({ isDone }) => isDone).length
  return (
    <Card
      title={words.stepsTitle}
      beside={
        <span className="card-end">
          <span className="quiet">
            {words.progress(count.toLocaleString(locale), steps.length.toLocaleString(locale))}
          </span>
          <button type="button" className="link" onClick={() => save({ hidesFirstSteps: true })}>
            {words.hide}
          </button>
        </span>
      }
    >
      <p className="quiet small">{words.stepsHint}</p>
      <ol className="first-steps">
        {steps.map(({ name, isDone, way }) => (
          <li key={name} className={isDone ? 'ticked' : undefined}>
            <span className="tick-box">{isDone && <Icon name="approve" />}</span>
            <span>
              {words[name]}
              <span className="unseen"> ({isDone ? words.done : words.open})</span>
              {!isDone && <span className="quiet small block">{words[`${name}Hint`]}</span>}
            </span>
            {!isDone && way}
          </li>
        ))}
      </ol>
    </Card>
  )
}

const Way = ({ to, search }: { to: string; search?: Readonly<Record<string, string>> }): ReactNode => (
  <To to={to} search={search} className="icon-button">
    <Icon name="right" />
    <span className="unseen">{to}</span>
  </To>
)

/** Creates a hosted page for a small amount; the card is entered there, never here. */
const PageMaker = ({ mode }: { mode: 'non_3d' | 'three_d_secure' }): ReactNode => {
  const words = useTexts(TEXTS)
  const { merchants } = useMe()
  const [address, setAddress] = useState<string | null>(null)
  const write = useWrite(postCheckoutSessions, { merchantId: merchants[0]?.id })
  const make = (): void =>
    write.mutate(
      { body: { amount: 12_990, currency: 'TRY', payment_mode: mode, allowed_installments: [1, 3] } },
      { onSuccess: ({ checkout_url }) => setAddress(checkout_url) },
    )
  if (address !== null)
    return (
      <a className="button primary" href={address} target="_blank" rel="noreferrer">
        {words.openPage}
      </a>
    )
  return (
    <span>
      <button type="button" className="button" onClick={make} aria-disabled={write.isPending}>
        {words.makePage}
      </button>
      <FormProblem error={write.error} />
    </span>
  )
}
