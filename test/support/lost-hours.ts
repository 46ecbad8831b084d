/**
 * What a restored database has lost, as shops lived it: payments, captures, voids and refunds after the backup, each with an
 * Idempotency-Key; and the shops that repeat all of it afterwards, against the bank's own books. It is in one piece because it is one story.
 */
import assert from 'node:assert/strict'
import { visitGateway } from '../bank-simulator/shopper.ts'
import type { BankProcess } from './bank.ts'
import type { Answer } from './http.ts'
import { CARDS, paymentBody } from './payments.ts'
import { CALLBACK, encode, formIn, formType } from './three-d.ts'
import type { Vezne } from './vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const REALM = 'tenant-load'
const GATEWAYS = ['NEST_PAY', 'GARANTI_VPOS'] as const
const NOWHERE = 'http://127.0.0.1:9/nothing'

/** A request with its key, and the answer that the shop was given. */
interface Made {
  readonly name: string
  readonly key: string
  readonly path: string
  readonly body: Json
  /** The payment it is about, where it is a capture, void or refund. */
  readonly of?: Made
  first: Answer
  /** Status of a payment after what followed it. */
  end?: string
}

/** How many of each kind; each goes to the two gateways in turn. */
export interface LostCounts {
  readonly sales: number
  readonly challenged: number
  readonly declined: number
  readonly fallback: number
  readonly followed: number
}

export const openShops = (vezne: Vezne, bank: BankProcess) => {
  const send = async (path: string, body: Json, key: string): Promise<Answer> =>
    vezne.request('cards', 'POST', `/api/v1${path}`, {
      token: await vezne.token('admin', REALM),
      headers: { 'x-external-merchant-id': 'M-3001', 'idempotency-key': key },
      body,
    })
  const rows = (text: string, values: unknown[] = []): Promise<Json[]> =>
    vezne.runtime.db.transaction({ as: 'platform' }, (tx) => tx.query<Json>(text, values))
  const write = async (text: string, values: unknown[]): Promise<void> => {
    const [realm] = await rows('select tenant_id from realms where slug = $1', [REALM])
    await vezne.runtime.db.transaction({ of: realm.tenant_id }, (tx) => tx.execute(text, [realm.tenant_id, ...values]))
    vezne.runtime.notifications.publish('connectors', realm.tenant_id)
  }
  const configurations = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      (
        await rows(
          `select k.code, c.id from connector_configurations c join connectors k on k.tenant_id = c.tenant_id and k.id = c.connector_id
            join realms r on r.tenant_id = c.tenant_id where r.slug = $1 and k.code = any($2)`,
          [REALM, GATEWAYS],
        )
      ).map(({ code, id }) => [code, id]),
    )
  const subscribe = async (url: string): Promise<Answer> =>
    vezne.request('cards', 'POST', '/api/v1/webhook-subscriptions', {
      token: await vezne.token('admin', REALM),
      headers: { 'x-external-merchant-id': 'M-3001' },
      body: { url, events: ['payment.completed'] },
    })
  /** Ids of events that wait for their next delivery. */
  const pendingEvents = async (): Promise<string[]> =>
    (
      await rows(
        `select distinct e.id from webhook_deliveries d
           join events e on e.tenant_id = d.tenant_id and e.resource_id = d.resource_id and e.sequence = d.sequence where d.state = 'waiting'`,
      )
    ).map(({ id }) => id)
  return { vezne, bank, send, rows, write, configurations, subscribe, pendingEvents }
}
export type Shops = ReturnType<typeof openShops>

/** Only the two gateways take payments in lira, and each is the fallback of the other. */
export const useGatewaysOnly = async ({ write, configurations }: Shops): Promise<void> => {
  const ids = Object.values(await configurations())
  await write(
    `update connector_configurations set extra_properties = extra_properties || '{"supported_currencies": "USD"}'
      where tenant_id = $1 and id <> all($2::uuid[])`,
    [ids],
  )
  await write(
    `insert into routing_settings (tenant_id, min_execution_candidates, last_modified) values ($1, $2, now())
     on conflict (tenant_id) do update set fallback_enabled = true, min_execution_candidates = excluded.min_execution_candidates`,
    [2],
  )
}

/** Charges, and what follows each. */
const FOLLOWED: readonly (readonly [change: object, ...steps: (readonly [kind: string, minor?: number])[]])[] = [
  [{}, ['refund', 4_000], ['refund', 5_000], ['refund', 4_000]],
  [{ operation_type: 'pre_auth' }, ['capture', 9_000]],
  [{ operation_type: 'pre_auth' }, ['void']],
  [{}, ['void']],
]

/** Runs the shops' business; `name` keeps keys of several runs apart. */
export const doBusiness = async (shops: Shops, name: string, counts: LostCounts): Promise<Made[]> => {
  const ids = await shops.configurations()
  const made: Made[] = []
  const make = async (kind: string, path: string, body: Json, of?: Made): Promise<Made> => {
    const key = `${name}-${made.length}-${kind}`
    const each: Made = {
      name: `${kind} ${key}`,
      key,
      path,
      body,
      first: await shops.send(path.replace(':id', of?.first.body.transaction_id ?? ''), body, key),
      ...(of && { of }),
    }
    made.push(each)
    return each
  }
  const at = (n: number) => ({ connector_configuration_id: ids[GATEWAYS[n % GATEWAYS.length] as string] })
  const amount = (n: number) => ({ amount: 20_000 + 10 * n, currency: 'TRY' })
  const sale = (n: number, change: object = {}) =>
    make('sale', '/payments', paymentBody({ amount: amount(n), extra_properties: at(n), ...change }))

  for (let n = 0; n < counts.sales; n++) await sale(n)
  for (let n = 0; n < counts.declined; n++) await sale(n, { card: { number: CARDS.insufficient } })
  for (let n = 0; n < counts.challenged; n++) {
    const body = paymentBody({
      amount: amount(n),
      card: { number: '5440931234567892' },
      return_url: 'https://shop.example/back',
      extra_properties: at(n),
    })
    const started = await make('challenged', '/payments/3d/init', body)
    await passChallenge(shops, started.first)
    started.first = await read(shops, started.first)
  }
  // NestPay is the better one: Garanti takes its payments.
  await withoutGateways(shops, ['NEST_PAY'], async () => {
    for (let n = 0; n < counts.fallback; n++) await make('fallback', '/payments', paymentBody({ amount: amount(n) }))
  })
  for (let n = 0; n < counts.followed; n++)
    for (const [change, ...steps] of FOLLOWED) {
      const of = await sale(n, change)
      for (const [kind, minor] of steps)
        await make(kind, `/payments/:id/${kind}`, minor ? { amount: { amount: minor, currency: 'TRY' } } : {}, of)
      of.end = (await read(shops, of.first)).body.status
    }
  return made
}

/** These gateways cannot be reached meanwhile: nothing may be sent to that address. */
export const withoutGateways = async (
  { write, rows, configurations }: Shops,
  codes: readonly (typeof GATEWAYS)[number][],
  work: () => Promise<void>,
  address = NOWHERE,
): Promise<void> => {
  const ids = await configurations()
  const gone = await rows('select id, api_endpoint_url as url from connector_configurations where id = any($1)', [
    codes.map((code) => ids[code]),
  ])
  const SET =
    'update connector_configurations set api_endpoint_url = $3, last_modified = clock_timestamp() where tenant_id = $1 and id = $2'
  for (const { id } of gone) await write(SET, [id, address])
  await work()
  for (const { id, url } of gone) await write(SET, [id, url])
}

const passChallenge = async ({ vezne }: Shops, started: Answer): Promise<void> => {
  assert.equal(started.status, 200, started.text)
  const { redirect_url: page } = started.body.extra_properties
  const { action, fields } = formIn((await vezne.request('cards', 'GET', page.slice(vezne.urls.cards.length))).text)
  const { back, page: shown } = await visitGateway(action, fields, 'ok')
  if (!back?.action.includes(CALLBACK)) throw new Error(shown)
  const path = back.action.slice(vezne.urls.cards.length)
  const returned = await vezne.request('cards', 'POST', path, { body: encode(back.fields), headers: formType })
  assert.equal(returned.status, 303, returned.text)
}

/**
 * Repeats every request with its key, that of a payment before those that follow it; returns how answers differ from the
 * first ones. A payment that was lost has another id now, which its own repeat tells the shop, and with it what has become
 * of the payment at its bank.
 */
export const repeatAll = async (shops: Shops, made: readonly Made[], areLost: boolean): Promise<string[]> => {
  const again = new Map<Made, Answer>()
  const differing: string[] = []
  for (const each of made) {
    const id = each.of && (again.get(each.of) ?? each.of.first).body.transaction_id
    const told = await shops.send(each.path.replace(':id', id), each.body, each.key)
    // The start of 3D Secure is answered with a challenge, or with its end where that is known again.
    const answer = each.path.endsWith('/init') ? await read(shops, told) : told
    again.set(each, answer)
    const state = areLost ? each.end : undefined
    const [now, then] = [shownOf(each, answer), { ...shownOf(each, each.first), ...(state && { state }) }]
    if (JSON.stringify(now) !== JSON.stringify(then))
      differing.push(`${each.name}: ${JSON.stringify(now)} instead of ${JSON.stringify(then)}`)
  }
  return differing
}

const read = async ({ vezne }: Shops, { body }: Answer): Promise<Answer> =>
  vezne.request('cards', 'GET', `/api/v1/payments/${body.transaction_id}`, {
    token: await vezne.token('admin', REALM),
    headers: { 'x-external-merchant-id': 'M-3001' },
  })

/** What a shop reads of an answer; ids and times are those of this database. */
const shownOf = ({ path }: Made, { status, body }: Answer) => ({
  status,
  code: body.code,
  state: body.status,
  amount: body.amount,
  refusal: body.provider_error_code,
  ...(/capture|void/.test(path) ? {} : bankNumbers(body.extra_properties)),
})

/**
 * A bank asked about an order tells the numbers of its charge and its refunds, not those of captures and voids; Garanti's
 * list also lacks the number that its answer to a charge is made of.
 */
const bankNumbers = ({ auth_code, provider_transaction_id = '' }: Json = {}) => ({
  auth_code,
  ...(/^[0-9]{6}-|^$/.test(provider_transaction_id) ? {} : { provider_transaction_id }),
})
