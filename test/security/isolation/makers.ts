/** Real resources of every kind for a tenant or a merchant: each operation that makes something is called until it does. It is in one piece because most of it lists what fits which member of a request. */
import { hash } from 'node:crypto'
import fc from 'fast-check'
import { writeProfile } from '../../../simulators/bank/settlement/profiles.ts'
import type { Operation } from '../../resilience/fuzz/operations.ts'
import type { Hints } from '../../resilience/fuzz/valid-values.ts'
import type { Answer } from '../../support/http.ts'
import { mailTo } from '../../support/mails.ts'
import { codesTo } from '../../support/monitors.ts'
import { paymentBody } from '../../support/payments.ts'
import type { Receiver } from '../../support/receiver.ts'
import { type Dress, fittingBodies } from './bodies.ts'
import { makeAccounts } from './make-accounts.ts'
import { makeAlert } from './make-alerts.ts'
import { makePlan } from './make-plans.ts'
import { makeSession } from './make-sessions.ts'
import { makeWaitingChange } from './make-waiting-changes.ts'
import { idsOf, type Whose } from './owned.ts'
import { nameOf, type Rig } from './rig.ts'

export interface Owner extends Whose {
  token: string
  headers: Record<string, string>
  /** In every free text of what is made. */
  word: string
}

/** Members that name something of the caller's own, and the column that holds it. */
const NAMED: Readonly<Record<string, string>> = {
  merchant_id: 'merchants.id',
  merchantId: 'merchants.id',
  parent_id: 'merchants.id',
  connector_id: 'connectors.id',
  connector_config_id: 'connector_configurations.id',
  target_connector_config_id: 'connector_configurations.id',
  fallback_connector_config_id: 'connector_configurations.id',
  transaction_id: 'payments.id',
  mapped_to_id: 'connector_error_codes.id',
  source_account_id: 'source_accounts.id',
  connector_configuration_id: 'connector_configurations.id',
  connector_account_id: 'source_accounts.id',
  recipient_id: 'recipients.id',
  receiver_account_id: 'receiver_accounts.id',
  transfer_id: 'transfers.id',
}
/** Values that rules beyond the schema ask for. */
const FITTING: Hints = {
  allowed_ips: fc.constant('203.0.113.7'),
  iban: fc.constant('TR160090100000000000009000'),
  tax_id: fc.constant('10000000146'),
  label: fc.constant('office'),
  roles: fc.constant(['pos-viewer']),
  success_url: fc.constant('https://shop.example/paid'),
  cancel_url: fc.constant('https://shop.example/cancelled'),
  origin: fc.constant('http://localhost:3000'),
  scope_id: fc.constant(undefined),
  includes: fc.constant(['pos-viewer']),
  expires_at: fc.constant('2099-01-01T00:00:00Z'),
  // Else the alarm of a deadline that has passed is written in the midst of it.
  response_deadline: fc.constant('2099-01-01T00:00:00Z'),
  audience: fc.constant('vezne'),
  net_amount: fc.constant(undefined),
  refund_amount: fc.constant(0),
  expression_json: fc.constant('{">=":[{"var":"amount_minor"},100000000000]}'),
  priority: fc.integer({ min: 101, max: 30_000 }),
  username: fc.integer({ min: 1, max: 1e9 }).map((n) => `person${n}`),
  password: fc.constant('Correct-Horse-7-Battery'),
  daily_limit_override: fc.constant(1),
  monthly_limit_override: fc.constant(1),
  rate_limit_override: fc.constant(1),
}
const PLAN = '00000000-0000-4000-8000-000000000004'

export const dressOf = (ids: ReadonlyMap<string, string[]>, owner: Owner, receiver?: Receiver): Dress => ({
  idFor: (name) =>
    name === 'plan_id'
      ? PLAN
      : name === 'merchant_id' && owner.merchantId !== undefined
        ? owner.merchantId
        : ids.get(NAMED[name] ?? '')?.at(name.startsWith('fallback') ? -1 : 0),
  word: owner.word,
  hints: { ...FITTING, ...(receiver === undefined ? {} : targetsAt(receiver.origin)) },
})

/** Addresses that the service may call. */
const targetsAt = (origin: string): Hints => ({
  url: fc.constant(`${origin}/hook`),
  issuer: fc.integer({ min: 1, max: 1e6 }).map((n) => `${origin}/realm${n}`),
  jwks_url: fc.constant(`${origin}/keys`),
})

/** What each operation that makes something answered in the end. */
export type Made = Map<string, Answer>

/** Makers in the order of dependency: payments first, then everything that a POST without an id creates. */
export const makeAll = async (rig: Rig, owner: Owner, receiver: Receiver): Promise<Made> => {
  const made: Made = new Map()
  const generic = rig.operations.filter(
    ({ method, path, hasToken, scope }) =>
      method === 'POST' &&
      hasToken &&
      scope !== 'platform' &&
      scope !== 'open' &&
      !/\{(?!version|tenant_id)/.test(path),
  )
  const send = (operation: Operation, body: unknown) =>
    rig.call(operation, { ...owner, body, path: { tenant_id: owner.tenantId } })
  for (const operation of generic.filter(({ refusesUnknown }) => !refusesUnknown).sort(subscriptionsFirst)) {
    const dress = dressOf(await idsOf(rig, owner), owner, receiver)
    for (const body of fittingBodies(operation, dress).filter(isForTenant).sort(rowsFirst)) {
      const answer = await send(operation, body)
      made.set(nameOf(operation), answer)
      if (answer.status < 300) break
    }
    if (nameOf(operation).endsWith('/webhook-subscriptions')) await makePayments(rig, owner)
    if (nameOf(operation).endsWith(' /api/v1/webhooks'))
      made.set('transfers POST /api/v1/transfers/bulk/create', await makeTransfers(rig, owner))
  }
  made.set('transfers POST /api/v1/recurringtransfers', await makePlan(rig, owner))
  for (const [name, answer] of await makeAccounts(rig, owner)) made.set(name, answer)
  for (const [name, answer] of await makeAlert(rig, owner)) made.set(name, answer)
  made.set('cards POST /api/v1/reconciliations/files', await sendBankFile(rig, owner))
  if (owner.merchantId === undefined)
    for (const more of [await makeChannel(rig, owner), await makeWaitingChange(rig, owner)])
      for (const [name, answer] of more) made.set(name, answer)
  return made
}

/** A channel of the monitors, and a message of it. */
const makeChannel = async (rig: Rig, { token, headers, word }: Owner): Promise<Made> => {
  const post = (path: string, body?: object) =>
    rig.vezne.request('identity', 'POST', `/api/v1/monitors/channels${path}`, { token, headers, body })
  // Inactive: what the program finds meanwhile would be mailed beside the attack.
  const mail = {
    name: `${word} on duty`,
    kind: 'mail',
    language: 'en',
    address: `${word}@shop.example.com`,
    is_active: false,
  }
  const channel = await post('', mail)
  await mailTo(rig.vezne, mail.address)
  const confirmed = await post(`/${channel.body.id}/confirm`, { code: codesTo(rig.vezne, mail.address).at(-1) })
  return new Map([
    ['identity POST /api/v1/monitors/channels', channel],
    ['identity POST /api/v1/monitors/channels/{id}/confirm', confirmed],
    ['identity POST /api/v1/monitors/channels/{id}/test', await post(`/${channel.body.id}/test`)],
  ])
}

/** A day without sales at a bank of the tenant. */
const sendBankFile = async (rig: Rig, { tenantId, token, headers }: Owner): Promise<Answer> => {
  const [configuration] = await rig.rows(
    `select store_id from connector_configurations where tenant_id = $1 and store_id ~ '^[0-9]{8,15}$' and not is_deleted limit 1`,
    [tenantId],
  )
  const head = [
    'H',
    '1',
    'SIMBANK',
    String(configuration?.store_id),
    'TRY',
    '2026-01-05',
    1,
    '2026-01-05T23:30:00+03:00',
  ]
  const file = writeProfile([head, ['T', 0, 0, 0, 0]], 'csv')
  return rig.vezne.request('cards', 'POST', `/api/v1/reconciliations/files?sha256=${hash('sha256', file)}`, {
    token,
    headers: { ...headers, 'content-type': 'text/csv' },
    body: file,
  })
}

/** Platform operations are refused, and repeated refusals are recorded a minute later. */
const isForTenant = (body: unknown): boolean => (body as { scope?: unknown } | undefined)?.scope !== 'global'

/** A reconciliation without rows of the bank has no details. */
const rowsFirst = (one: unknown, other: unknown): number => rowsIn(other) - rowsIn(one)
const rowsIn = (body: unknown): number =>
  (body as { bank_transactions?: unknown[] } | undefined)?.bank_transactions?.length ?? 0

const subscriptionsFirst = (one: Operation, other: Operation): number =>
  Number(other.path.includes('webhook-subscriptions')) - Number(one.path.includes('webhook-subscriptions'))

/** To an account, to a card, to a stored receiver: with every text of a transfer filled. */
export const makeTransfers = async (rig: Rig, owner: Owner): Promise<Answer> => {
  const { word } = owner
  const ids = await idsOf(rig, { tenantId: owner.tenantId })
  const [merchantId] = owner.merchantId === undefined ? (ids.get('merchants.id') ?? []) : [owner.merchantId]
  const item = (recipient: object, change: object = {}) => ({
    source_account_id: ids.get('source_accounts.id')?.find((id) => !id.endsWith('51') && !id.endsWith('52')),
    external_id: `${word}-${Math.random()}`,
    description: `${word} description`,
    transfer_type: 'fast',
    recipient,
    amount: { value: 10_000, currency_code: 'TRY' },
    ...change,
  })
  const items = [
    item({ iban: 'TR160090100000000000009000', holder_name: word, tax_id: '10000000146' }),
    item({ holder_name: word, card_details: { card_number: '4546711234567894' } }, { transfer_type: 'credit_card' }),
  ]
  return rig.vezne.request('transfers', 'POST', '/api/v1/transfers/bulk/create', {
    token: owner.token,
    headers: { 'x-tenant-id': owner.tenantId, 'x-merchant-id': merchantId ?? '', ...owner.headers },
    body: { items },
  })
}

/** Sold, refunded, authorized, captured, voided, begun with 3D Secure, asked to be voided: with every text of a payment filled. */
export const makePayments = async (rig: Rig, owner: Owner): Promise<void> => {
  const { word } = owner
  const post = (path: string, body: unknown) =>
    rig.vezne.request('cards', 'POST', `/api/v1${path}`, { token: owner.token, headers: owner.headers, body })
  const body = (change: object = {}) =>
    paymentBody({
      external_id: `${word}-order`,
      basket_id: `${word}-basket`,
      description: `${word} description`,
      buyer: { id: `${word}-b`, name: word, surname: word, email: `${word}@example.com` },
      card: { holder_name: word },
      ...change,
    })
  const sell = async (change: object = {}): Promise<string> =>
    (await post('/payments', body(change))).body.transaction_id
  await post(`/payments/${await sell()}/refund`, { amount: 100, reason: word })
  await post(`/payments/${await sell({ operation_type: 'pre_auth' })}/capture`, { amount: 5_000 })
  await post(`/payments/${await sell()}/void`, { reason: word })
  await post('/payments/3d/init', body({ return_url: `https://shop.example/${word}` }))
  await sell({ card: { holder_name: word, number: '4002020000000024' } })
  await post('/cancellation-requests', { transaction_id: await sell(), reason: `${word} again` })
  const claim = { amount: 500, reason: word, notes: word, bank_reference_no: word }
  const { body: chargeback } = await post('/chargebacks', { transaction_id: await sell(), ...claim })
  if (chargeback?.id !== undefined) await addEvidence(rig, owner, chargeback.id)
  await makeBankProfile(rig, owner)
  await leaveToPeople(rig, owner, await sell())
  const { installment: _, basket_id: __, ...terms } = body({ period: 'yearly', installment_count: 2, interval: 12 })
  await post('/recurring', terms)
  await makeSession(rig, post, body)
}

const addEvidence = (rig: Rig, { word, token, headers }: Owner, chargeback: string): Promise<Answer> =>
  rig.vezne.request('cards', 'POST', `/api/v1/chargebacks/${chargeback}/evidence?file_name=${word}.pdf`, {
    token,
    headers: { ...headers, 'content-type': 'application/pdf' },
    body: Buffer.from(`%PDF-1.7 ${word}`),
  })

const makeBankProfile = async (rig: Rig, { tenantId, merchantId, word, token, headers }: Owner): Promise<void> => {
  const ids = await idsOf(rig, { tenantId })
  const merchant = merchantId ?? ids.get('merchants.id')?.at(0)
  const body = { connector_config_id: ids.get('connector_configurations.id')?.at(-1), sub_merchant_name: word }
  await rig.vezne.request('cards', 'POST', `/api/v1/merchants/${merchant}/bank-profiles`, { token, headers, body })
}

/** As if its bank had never known it: that takes a bank, an hour of the clock and its inquiries. */
const leaveToPeople = (rig: Rig, { tenantId, word }: Owner, payment: string): Promise<unknown> =>
  rig.rows(
    `insert into unresolved_operations (tenant_id, id, payment_id, merchant_id, kind, why, amount, currency,
       configuration_id, connector_code, reference, since)
     select tenant_id, id, id, merchant_id, 'sale', 'not_found', amount, currency, configuration_id, connector_code, $3, created
     from payments where tenant_id = $1 and id = $2`,
    [tenantId, payment, `${word}-reference`],
  )
