/** What the money screens show on the console's day: a plan, a checkout session, a chargeback with its evidence, a bank's day with what differs, a settlement. */
import { CARDS } from './payments.ts'
import { MERCHANT, type TransferTeam } from './transfers.ts'

const PDF = '%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n'
const DAY_MS = 86_400_000

/** `disputed`: a payment the shopper's bank takes back; `since`: when the day began, ISO. */
export const addMoney = async (
  { vezne }: TransferTeam,
  disputed: string,
  since: string,
): Promise<Readonly<Record<string, string>>> => {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await vezne.request('cards', method, `/api/v1${path}`, {
      token: await vezne.token('admin'),
      headers: { 'x-external-merchant-id': 'M-1001' },
      ...(body === undefined ? {} : { body }),
    })
    if (answer.status >= 400) throw new Error(`${path}: ${answer.text}`)
    return answer.body
  }
  const at = (ms: number): string => new Date(vezne.runtime.clock.ms() + ms).toISOString()
  const card = {
    holder_name: 'SELIN ARSLAN',
    number: CARDS.success,
    expire_month: '12',
    expire_year: '2030',
    cvv: '000',
  }
  const plan = await ask('POST', '/recurring', {
    external_id: 'plan-71',
    period: 'monthly',
    installment_count: 6,
    amount: { amount: 24_900, currency: 'TRY' },
    card,
  })
  const session = await ask('POST', '/checkout/sessions', {
    amount: 64_900,
    currency: 'TRY',
    external_id: 'order-2200',
    description: 'Two chairs',
  })
  const chargeback = await ask('POST', '/chargebacks', {
    transaction_id: disputed,
    amount: 1_000,
    reason: 'The card holder does not know the purchase',
    reason_code: '10.4',
    response_deadline: at(6 * DAY_MS),
  })
  await sendEvidence(vezne, chargeback.id)
  const sold: { items: { provider_transaction_id: string | null; amount: number }[] } = await ask(
    'GET',
    '/transactions?status=completed&page_size=100',
  )
  const [first, second, ...others] = sold.items.filter((row) => row.provider_transaction_id !== null)
  if (first === undefined || second === undefined) throw new Error('nothing was sold')
  const rowOf = ({ provider_transaction_id, amount }: typeof first, change: object = {}) => ({
    bank_transaction_id: provider_transaction_id,
    amount,
    status: 'approved',
    ...change,
  })
  const reconciliation = await ask('POST', '/reconciliations/start', {
    scope: 'merchant',
    merchant_id: MERCHANT,
    period: 'custom',
    period_start: since,
    period_end: at(1_000),
    bank_transactions: [
      rowOf(first, { amount: first.amount + 150 }),
      rowOf(second, { status: 'declined' }),
      ...others.slice(1).map((row) => rowOf(row)),
      { bank_transaction_id: 'B-88213007', amount: 45_000, status: 'approved' },
    ],
  })
  const settlement = await ask('POST', '/settlements', {
    merchant_id: MERCHANT,
    period_start: since.slice(0, 10),
    period_end: since.slice(0, 10),
    gross_amount: 1_845_000,
    refund_amount: 14_980,
    bank_commission: 65_700,
    platform_commission: 9_200,
    transaction_count: 24,
    refund_count: 2,
    notes: 'Paid out with the week',
  })
  return {
    '/recurring/$id': plan.plan.id,
    '/checkout-sessions/$id': session.session_id,
    '/chargebacks/$id': chargeback.id,
    '/reconciliations/$id': reconciliation.id,
    '/settlements/$id': settlement.id,
  }
}

const sendEvidence = async (vezne: TransferTeam['vezne'], id: string): Promise<void> => {
  const path = `/api/v1/chargebacks/${id}/evidence?file_name=delivery-note.pdf&description=${encodeURIComponent('Signed at the door')}`
  const answer = await fetch(`${vezne.urls.cards}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await vezne.token('admin')}`, 'content-type': 'application/pdf' },
    body: PDF,
  })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
}
