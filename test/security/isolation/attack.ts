/** Foreign ids in every position of a request that takes one: answered exactly as an unknown id. */
import assert from 'node:assert/strict'
import type { Operation } from '../../resilience/fuzz/operations.ts'
import type { Answer } from '../../support/http.ts'
import { fittingBodies, type Slot, slotsOf, withId } from './bodies.ts'
import { dressOf, type Owner } from './makers.ts'
import { idsOf } from './owned.ts'
import { inLanes, nameOf, type Rig, UNKNOWN_ID } from './rig.ts'

export interface Report {
  operations: number
  slots: number
  requests: number
  /** Sentences about whatever is not as it should be. */
  leaks: string[]
}

/** Collections whose table has another name. */
const TABLE_OF: Readonly<Record<string, string>> = {
  transactions: 'payments.id',
  refunds: 'payments.id',
  webhooks: 'webhook_subscriptions.id',
  'api-keys': 'clients.id',
  roles: 'tenant_roles.id',
  'connector-error-codes': 'connector_error_codes.id',
  deliveries: 'webhook_deliveries.id',
  tenants: 'realms.tenant_id',
  Trace: 'payments.id',
  recurringtransfers: 'recurring_transfers.id',
  recurring: 'recurring_plans.id',
  rules: 'fraud_rules.id',
  blacklist: 'fraud_blacklist.id',
  alerts: 'fraud_alerts.id',
  'bank-profiles': 'merchant_bank_profiles.id',
  evidence: 'chargeback_evidence.id',
  sessions: 'checkout_sessions.session_id',
}

/** The column that an id of the path belongs to, by the collection before it. */
export const columnOf = (path: string, name: string): string => {
  const collection =
    path
      .slice(0, path.indexOf(`/{${name}}`))
      .split('/')
      .at(-1) ?? ''
  return TABLE_OF[collection] ?? `${collection.replaceAll('-', '_')}.id`
}

/** `npm test` tries every id at a tenth of the positions, and at each position where its kind is asked for; `npm run checks -- isolation` all. */
const SHARES = process.env.VEZNE_ISOLATION_WHOLE === '1' ? 1 : 10

/** Ids to try at the `nth` position: those of the kind it takes, and its share of all others. */
const triedAt = (
  ids: readonly string[],
  foreign: ReadonlyMap<string, string[]>,
  aimed: Aimed,
  nth: number,
): string[] => {
  const fitting = new Set([...foreign].filter(([column]) => isAskedFor(column, aimed)).flatMap(([, found]) => found))
  return ids.filter((id, at) => fitting.has(id) || (at + nth) % SHARES === 0)
}

type Aimed = Pick<Aim, 'operation' | 'slot'>
/** The column itself, or rows that a member of this name refers to: `plan_id` is an id of `plans` and of `recurring_plans`. */
const isAskedFor = (column: string, { operation, slot }: Aimed): boolean => {
  if (slot.place === 'path' && columnOf(operation.path, slot.name) === column) return true
  const name = slot.name.replace(/\.\*$/, '').split('.').at(-1) ?? ''
  if (name === 'id') return false
  return column.endsWith(`.${name}`) || column.endsWith(`${name.replace(/_ids?$/, '').replace(/y$/, 'ie')}s.id`)
}

/** What makes a request of an operation fit: own ids in the path and a body that is taken. */
interface Aim {
  operation: Operation
  slot: Slot
  path: Record<string, string>
  body: unknown
}

export const fire = (rig: Rig, who: Owner, { operation, slot, path, body }: Aim, id: string): Promise<Answer> =>
  rig.call(operation, {
    token: who.token,
    headers: who.headers,
    path: slot.place === 'path' ? { ...path, [slot.name]: id } : path,
    query: slot.place === 'query' ? `?${slot.name}=${id}` : '',
    ...(operation.body ? { body: slot.place === 'body' ? withId(body, slot.name, id) : body } : {}),
  })

/** Draws bodies until one gets past the schema, so that the id is looked up. */
export const aimAt = async (
  rig: Rig,
  who: Owner,
  own: ReadonlyMap<string, string[]>,
  operation: Operation,
  slot: Slot,
): Promise<Aim> => {
  const path = Object.fromEntries(
    operation.parameters
      .filter(
        ({ in: place, name }) =>
          place === 'path' &&
          !(slot.place === 'path' && name === slot.name) &&
          !['slug', 'version', 'bin', 'index'].includes(name),
      )
      .map(({ name }) => [name, own.get(columnOf(operation.path, name))?.[0] ?? UNKNOWN_ID]),
  )
  let best: Aim | undefined
  for (const drawn of fittingBodies(operation, dressOf(own, who), 30)) {
    const aim = { operation, slot, path, body: withoutRepeatedIds(drawn, slot) }
    const { status, body } = await fire(rig, who, aim, UNKNOWN_ID)
    if (status !== 400 && body?.code !== 'validation_failed') return aim
    if (status !== 400 || best === undefined) best = aim
  }
  return best as Aim
}

/** The id of the path may be repeated in the body, and has to be the same then. */
const withoutRepeatedIds = (body: unknown, slot: Slot): unknown => {
  if (slot.place !== 'path' || typeof body !== 'object' || body === null) return body
  const { id: _id, transaction_id: _transaction, ...rest } = body as Record<string, unknown>
  return rest
}

/** Digits that could be a card's are masked. */
const UUID = /[0-9a-f*]{8}-[0-9a-f*]{4}-[0-9a-f*]{4}-[0-9a-f*]{4}-[0-9a-f*]{12}/gi
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g
const SESSION_ID_ONLY = /^[0-9a-f]{32}$/
const UUID_ONLY = new RegExp(`^${UUID.source}$`, 'i')
/** What both responses must share: all but ids, times and what is new at every call. */
const shapeOf = ({ status, text }: Answer, withTotals = false): string => {
  const shape = `${status} ${text.replace(INSTANCE, '').replace(UUID, 'id').replace(TIME, 'time').replace(FRESH, '')}`
  return withTotals ? shape : shape.replace(TOTALS, '')
}
const INSTANCE = /"instance":"[^"]*",/
const TOTALS = /"total_(?:count|pages)":\d+,?/g
const FRESH = /"(?:secret|client_id)":(?:"[^"]*"|\d+),?/g

const reachedBy = (rig: Rig, role: string): Operation[] =>
  rig.operations.filter(
    ({ hasToken, roles, scope }) => hasToken && scope !== 'platform' && (roles === undefined || roles.includes(role)),
  )

export const attack = async (
  rig: Rig,
  who: Owner,
  role: string,
  foreign: { ids: ReadonlyMap<string, string[]>; word: string },
  scopes = ['tenant', 'merchant', 'realm', 'open'],
): Promise<Report> => {
  const mine = await idsOf(rig, who)
  const own = new Set([...(await idsOf(rig, who, 1_000)).values()].flat())
  const ids = [...new Set([...foreign.ids.values()].flat())].filter((id) => !own.has(id))
  assert.ok(ids.length > 10, `${ids.length} foreign ids`)
  const report: Report = { operations: 0, slots: 0, requests: 0, leaks: [] }
  const met = new Set<string>()
  const reached = reachedBy(rig, role).filter(({ scope }) => scopes.includes(scope))
  await inLanes(reached, async (operation) => {
    const slots = slotsOf(operation)
    if (slots.length > 0) report.operations++
    for (const slot of slots) {
      const tried = triedAt(ids, foreign.ids, { operation, slot }, report.slots++)
      const aim = await aimAt(rig, who, mine, operation, slot)
      const unknown = new Map<string, Answer>()
      for (const id of tried) {
        met.add(id)
        const first = await fire(rig, who, aim, id)
        report.requests++
        const nobody = UUID_ONLY.test(id) ? UNKNOWN_ID : SESSION_ID_ONLY.test(id) ? '0'.repeat(32) : 'NOBODY'
        const where = `${nameOf(operation)} ${slot.place} ${slot.name} = ${id}`
        // Asked again where it differs, twice: the other lanes may have changed the own rows in between.
        let expected = unknown.get(nobody) ?? (await fire(rig, who, aim, nobody))
        let answer = first
        for (let again = 0; again < 2 && shapeOf(answer) !== shapeOf(expected); again++) {
          expected = await fire(rig, who, aim, nobody)
          if (shapeOf(answer) !== shapeOf(expected)) answer = await fire(rig, who, aim, id)
        }
        unknown.set(nobody, expected)
        if (shapeOf(answer) !== shapeOf(expected))
          report.leaks.push(
            `${where}: ${answer.status} ${answer.text.slice(0, 300)}, for no id ${expected.text.slice(0, 300)}`,
          )
        if (first.text.includes(foreign.word) && !id.includes(foreign.word))
          report.leaks.push(`${where} shows ${foreign.word}: ${first.text.slice(0, 300)}`)
        const shown = ids.find((each) => each !== id && first.text.includes(each))
        if (shown !== undefined) report.leaks.push(`${where} shows the foreign id ${shown}`)
      }
    }
  })
  assert.equal(met.size, ids.length, 'every id was tried somewhere')
  return report
}

const BY_HARM = ['GET', 'PATCH', 'PUT', 'POST', 'DELETE']
/** Positions where even an own id is indistinguishable from an unknown one: an attack there would prove nothing. */
export const unansweredSlots = async (rig: Rig, owner: Owner, role: string): Promise<string[]> => {
  const unanswered: string[] = []
  const reached = reachedBy(rig, role).sort((one, other) => BY_HARM.indexOf(one.method) - BY_HARM.indexOf(other.method))
  let own = await idsOf(rig, owner)
  for (const operation of reached)
    for (const slot of slotsOf(operation)) {
      if (operation.method !== 'GET') own = await idsOf(rig, owner) // what was asked before may have made or ended some
      const aim = await aimAt(rig, owner, own, operation, slot)
      const unknown = shapeOf(await fire(rig, owner, aim, UNKNOWN_ID), true)
      let isHeard = false
      for (const id of likelyFirst(own, operation, slot)) {
        isHeard = shapeOf(await fire(rig, owner, aim, id), true) !== unknown
        if (isHeard) break
      }
      if (!isHeard) unanswered.push(`${nameOf(operation)} ${slot.place} ${slot.name}`)
    }
  return unanswered
}

const likelyFirst = (own: ReadonlyMap<string, string[]>, operation: Operation, slot: Slot): string[] => {
  const likely = [...own].filter(([column]) => isAskedFor(column, { operation, slot })).flatMap(([, ids]) => ids)
  return [...new Set([...likely, ...[...own.values()].flat()])]
}
