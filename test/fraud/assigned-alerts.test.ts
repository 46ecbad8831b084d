/** Who looks at an open alert: assigned over HTTP, found by whose it is, and no more than a word: others decide it all the same. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { heldId } from '../support/reviews.ts'
import { claimsIn } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const UNKNOWN = '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'

const vezne = useVezne()

type Who = 'fraud' | 'admin' | 'platform' | 'other'
const tokenOf = (who: Who): Promise<string> => {
  if (who === 'platform') return vezne.token('admin', 'master')
  return who === 'other' ? vezne.token('admin', 'tenant-other') : vezne.token(who)
}
const call = async (who: Who, method: string, path: string, body?: unknown): Promise<Answer> =>
  vezne.request('fraud', method, `/api/v1${who === 'platform' ? '/platform' : ''}/fraud/alerts${path}`, {
    token: await tokenOf(who),
    ...(body === undefined ? {} : { body }),
  })
const list = (query: string, who: Who = 'fraud'): Promise<Answer> => call(who, 'GET', query)
/** The alert of a payment that `admin` made. */
const held = async (): Promise<Json> => {
  const answer = await vezne.request('cards', 'POST', '/api/v1/payments', {
    token: await vezne.token('admin'),
    headers: { 'x-external-merchant-id': 'M-1001' },
    body: paymentBody({ buyer: { email: 'review@demo.example' } }),
  })
  return (await list(`?search_term=${heldId(answer)}`)).body.items[0]
}

const ANALYST = '00000000-0000-4000-8000-000000000083'
const OPERATOR = '00000000-0000-4000-8000-000000000085'

test('assigned to a person who may decide it, to oneself, to nobody; found by whose it is; decided by whoever decides', async () => {
  const mine = claimsIn(await tokenOf('fraud')).sub
  const { id } = await held()
  const assigned = (whom: unknown, who: Who = 'fraud') => call(who, 'POST', `/${id}/assign`, { assigned_to: whom })
  const found = async (whose: string, who: Who = 'fraud'): Promise<boolean> =>
    (await list(`?status=open&assigned_to=${whose}`, who)).body.items.some((each: Json) => each.id === id)
  const people = (await call('fraud', 'GET', '/assignees')).body
  assert.ok(
    people.some((each: Json) => each.id === ANALYST && each.name === 'Ada Analist'),
    JSON.stringify(people),
  )
  assert.ok(!people.some((each: Json) => each.id === OPERATOR), 'a person of another realm')
  assert.deepEqual([await found('none'), await found('me')], [true, false])
  assert.equal((await assigned('me')).body.assigned_to, mine)
  assert.deepEqual([await found('none'), await found('me'), await found(mine)], [false, true, true])
  assert.equal((await assigned(ANALYST)).body.assigned_to, ANALYST)
  assert.deepEqual([await found('me'), await found(ANALYST)], [false, true])
  assert.equal((await assigned(OPERATOR, 'platform')).body.assigned_to, OPERATOR)
  for (const whom of [OPERATOR, UNKNOWN, 'no-one', '00000000-0000-4000-8000-000000000081'])
    assertProblem(await assigned(whom), 'validation_failed', /assigned_to names no person/)
  assertProblem(await assigned(ANALYST, 'other'), 'resource_not_found')
  const maker = await assigned('me', 'admin')
  assertProblem(maker, 'validation_failed', /made what waits/)
  const free = await assigned(null)
  assert.deepEqual([free.body.assigned_to, free.body.status], [null, 'open'])
  await assigned(ANALYST)
  const decided = await call('fraud', 'POST', `/${id}/reject`)
  assert.equal(decided.body.assigned_to, mine)
  assertProblem(await assigned('me'), 'invalid_state_transition')
  const log = await vezne.request('identity', 'GET', `/api/v1/audit-log?target_id=${id}`, {
    token: await vezne.token('admin'),
  })
  const steps = log.body.items
    .filter((each: Json) => each.outcome === 'done')
    .map((each: Json) => each.after.assigned_to)
  assert.deepEqual(steps.reverse(), [mine, ANALYST, OPERATOR, null, ANALYST, mine])
})
