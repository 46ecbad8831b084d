/** Intentions to capture, void or refund: each with its key, repeated until a response is definite, through any crash. */
import { setTimeout as sleep } from 'node:timers/promises'
import { paymentBody } from '../../support/payments.ts'
import { asOwner } from './platform-records.ts'
import { asLoad, type Program } from './program.ts'
import { type Told, toldBy } from './swarm.ts'

export interface OperationOrder {
  readonly key: string
  readonly payment: string
  readonly kind: 'capture' | 'void' | 'refund'
  readonly body: object
  readonly told: Told[]
}

export const AMOUNT = 10_000
const PAUSE_MS = 60
const KNOWN_MS = 60_000
const MERCHANT = { 'x-external-merchant-id': 'M-3001' }

export const operationOrder = (
  key: string,
  payment: string,
  kind: OperationOrder['kind'],
  body: object = {},
): OperationOrder => ({ key, payment, kind, body, told: [] })

/** A payment for operations; returns its id. */
export const payFor = async (program: Program, operation_type: 'sale' | 'pre_auth'): Promise<string> => {
  const body = paymentBody({ operation_type, amount: { amount: AMOUNT, currency: 'TRY' } })
  const answer = await asLoad(program, 'POST', '/api/v1/payments', { body, headers: MERCHANT })
  if (answer.status !== 200) throw new Error(`no payment: ${answer.text}`)
  return answer.body.transaction_id
}

/** Undefined: the response is indefinite, the caller has to repeat. */
export const follow = async (program: Program, order: OperationOrder): Promise<Told | undefined> =>
  toldBy(
    await asLoad(program, 'POST', `/api/v1/payments/${order.payment}/${order.kind}`, {
      body: order.body,
      headers: { 'idempotency-key': order.key, ...MERCHANT },
    }),
  )

/** The bound only ends a broken run. */
export const followUntilKnown = async (program: Program, order: OperationOrder): Promise<void> => {
  for (const end = Date.now() + KNOWN_MS; Date.now() < end; ) {
    const told = await follow(program, order).catch(() => undefined)
    if (told !== undefined) return void order.told.push(told)
    await sleep(PAUSE_MS)
  }
  throw new Error(`${order.key} is never told anything`)
}

export const openFollowUps = (url: string): Promise<number> =>
  asOwner(url, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      "select count(*)::int as n from payment_operations where status = 'processing'",
    )
    return rows[0]?.n ?? 0
  })
