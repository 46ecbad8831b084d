/** Card plans of a shop, the clock that makes their installments due, and what became of them. */
import assert from 'node:assert/strict'
import type { Answer } from './http.ts'
import { paymentBody } from './payments.ts'
import type { Shop } from './shop.ts'
import { until } from './until.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

export const planBody = (change: Json = {}): Json => {
  const { installment: _, ...payment } = paymentBody(change)
  return { period: 'monthly', installment_count: 3, ...payment }
}

export const createPlan = async (
  shop: Shop,
  change: Json = {},
  headers: Record<string, string> = {},
): Promise<Json> => {
  const answer = await shop.call('POST', '/recurring', planBody(change), headers)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.plan
}

export const readPlan = async (shop: Shop, id: string, query = ''): Promise<Json> => {
  const answer: Answer = await shop.call('GET', `/recurring/${id}${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

export const statesOf = (plan: Json): string[] => plan.installments.map((each: Json) => each.payment_status)

export const moveClock = (shop: Shop, seconds: number): Promise<unknown> =>
  shop.vezne.runtime.clock.move({ advanceMs: seconds * 1_000 })

/** Until its installments are as wanted, looking every moment and letting business time pass for what waits. */
export const untilStates = async (shop: Shop, id: string, wanted: readonly string[]): Promise<Json> => {
  let plan: Json
  await until(`installments ${wanted.join()}`, async () => {
    plan = await readPlan(shop, id)
    return statesOf(plan).join() === wanted.join()
  })
  return plan
}

/** Types of the events of a plan, in their order. */
export const planEvents = async (shop: Shop, id: string): Promise<string[]> =>
  (await shop.rows('select type from events where resource_id = $1 order by sequence', [id])).map(({ type }) => type)
/** What the events of a plan carry. */
export const planPayloads = async (shop: Shop, id: string): Promise<Json[]> =>
  (await shop.rows('select body from events where resource_id = $1 order by sequence', [id])).map(
    ({ body }) => JSON.parse(body).data,
  )
/** Payments of a plan, oldest first. */
export const paymentsOfPlan = (shop: Shop, id: string): Promise<Json[]> =>
  shop.rows(
    `select id, key_reference, status, idempotency_key, extra, verdict, error_code, created from payments
      where operation_type = 'recurring' and extra ->> 'recurring_plan_id' = $1 order by created, id`,
    [id],
  )
