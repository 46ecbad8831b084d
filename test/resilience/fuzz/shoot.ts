/** One random request of an operation, from a plan that fast-check can make smaller: valid values, then damages. */
import fc, { type Arbitrary } from 'fast-check'
import { bodyDamages } from './body-damages.ts'
import { type KnownIds, SEEN } from './known-ids.ts'
import type { Operation } from './operations.ts'
import { requestDamages } from './request-damages.ts'
import type { Dice, Shot } from './shot.ts'
import { type Hints, validValue } from './valid-values.ts'

export interface Plan {
  path: Record<string, unknown>
  /** Which of the known ids, and whether one is taken at all. */
  known: { nth: number; isTaken: boolean }
  query: Record<string, unknown>
  body: unknown
  key: string | undefined
  requestId: string | undefined
  damages: readonly (Dice & { kind: number })[]
}

export const planFor = (operation: Operation, hints: Hints): Arbitrary<Plan> => {
  const membersIn = (place: string): Arbitrary<Record<string, unknown>> => {
    const members = operation.parameters.filter((each) => each.in === place)
    const values = Object.fromEntries(members.map(({ name, schema }) => [name, validValue(schema, name, hints)]))
    return fc.record(values, { requiredKeys: place === 'path' ? Object.keys(values) : [], noNullPrototype: true })
  }
  const dice = fc.record({ kind: fc.nat(1_000), where: fc.nat(1_000), what: fc.nat(1_000) })
  const { body } = operation
  return fc.record({
    path: membersIn('path'),
    known: fc.record({ nth: fc.nat(1_000), isTaken: fc.integer({ min: 0, max: 9 }).map((n) => n < 8) }),
    query: fc.oneof(
      { weight: 2, arbitrary: fc.constant<Record<string, unknown>>({}) },
      { weight: 3, arbitrary: membersIn('query') },
    ),
    body:
      body === undefined
        ? fc.constant(undefined)
        : body.isRequired
          ? validValue(body.schema, '', hints)
          : fc.option(validValue(body.schema, '', hints), { nil: undefined }),
    key: fc.option(fc.stringMatching(/^k[0-9]{1,3}$/), { nil: undefined }),
    requestId: fc.option(fc.uuid(), { nil: undefined }),
    damages: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 6, arbitrary: fc.tuple(dice) },
      { weight: 1, arbitrary: fc.tuple(dice, dice) },
    ),
  })
}

export interface Loaded {
  shot: Shot
  isInvalid: boolean
  /** Names of the damages done. */
  done: string[]
}

export const load = (operation: Operation, plan: Plan, ids: KnownIds): Loaded => {
  const shot = shotOf(operation, plan, ids)
  const fitting = [...bodyDamages, ...requestDamages].filter(({ fits }) => fits(operation))
  const done: string[] = []
  let isInvalid = false
  for (const dice of plan.damages) {
    const damage = fitting[dice.kind % fitting.length]
    const verdict = damage?.apply(shot, operation, dice)
    if (verdict === undefined) continue
    done.push(damage?.name ?? '')
    isInvalid ||= verdict
  }
  // A second mutation may undo the first one (a member broken, then removed): no expectation then.
  return { shot, isInvalid: isInvalid && done.length === 1, done }
}

const shotOf = (operation: Operation, plan: Plan, ids: KnownIds): Shot => {
  const path = Object.fromEntries(
    Object.entries(plan.path).map(([name, value]) => {
      // Which tenant is a hint's: no request of the platform may end the keys this fuzzer calls with.
      const isId =
        name === 'correlationId' ||
        name === 'role_name' ||
        (name !== 'tenant_id' &&
          operation.parameters.some((each) => each.name === name && each.schema.format === 'uuid'))
      const { isTaken, nth } = plan.known
      const kept = NAMED_BY[name] === undefined ? undefined : ids.of(NAMED_BY[name], nth)
      const known = isId && isTaken ? (kept ?? ids.pick(operation.path, name, nth)) : undefined
      return [name, encodeURIComponent(known ?? String(value))]
    }),
  )
  const query = Object.entries(plan.query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each): [string, string] => [name, String(each)]),
  )
  const isForm = operation.body?.isForm === true && plan.body !== undefined
  const takesKey = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
  return {
    path,
    query,
    headers: {
      ...(plan.requestId === undefined ? {} : { 'x-request-id': plan.requestId }),
      ...(takesKey && plan.key !== undefined ? { 'idempotency-key': plan.key } : {}),
      ...(plan.body === undefined
        ? {}
        : { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
    },
    body: withPathIds(withKnownIds(structuredClone(plan.body), plan, ids), path),
    ...(isForm ? { raw: new URLSearchParams(plan.body as Record<string, string>).toString() } : {}),
    token: 'good',
  }
}

/** Members of bodies that name a row of another collection. */
const NAMED_BY: Readonly<Record<string, string>> = {
  transaction_id: '/api/v1/payments',
  plan_id: '/api/v1/platform/plans',
  parent_id: '/api/v1/merchants',
  connector_id: `/api/v1/connectors${SEEN}`,
  target_connector_config_id: `/api/v1/connector-configurations${SEEN}`,
  fallback_connector_config_id: `/api/v1/connector-configurations${SEEN}`,
  bank_id: '/api/v1/lookups/banks',
  recipient_id: '/api/v1/recipients',
  receiver_account_id: '/api/v1/receiveraccounts',
  source_account_id: '/api/v1/connectoraccounts',
  connector_account_id: '/api/v1/connectoraccounts',
}
const withKnownIds = (body: unknown, plan: Plan, ids: KnownIds): unknown => {
  const { known } = plan
  if (typeof body !== 'object' || body === null || !known.isTaken) return body
  for (const [at, [name, place]] of Object.entries(NAMED_BY).entries())
    if (name in body) Object.assign(body, { [name]: ids.of(place, known.nth + at) ?? body[name as keyof typeof body] })
  for (const member of Object.values(body)) withKnownIds(member, plan, ids)
  return body
}

/** An id that a body repeats must be the path's. */
const withPathIds = (body: unknown, path: Record<string, string>): unknown => {
  if (typeof body !== 'object' || body === null) return body
  for (const name of Object.keys(path)) {
    const member = name === 'key' ? 'id' : name
    if (member in body) Object.assign(body, { [member]: path[name] })
  }
  return body
}
