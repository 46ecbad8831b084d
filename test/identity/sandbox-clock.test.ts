/** The sandbox's clock over HTTP. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertBetween, assertReadDuring } from '../support/moments.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()
let token: string
before(async () => {
  token = await vezne.token('admin', 'master')
})

const PATH = '/api/v1/sandbox/clock'
const read = async (): Promise<number> => Date.parse((await vezne.request('identity', 'GET', PATH, { token })).body.now)
const move = (body: unknown) => vezne.request('identity', 'POST', PATH, { token, body })

test('it is read, moved and set', async () => {
  await assertReadDuring(read)
  const moved = await move({ advance_s: 86_400 })
  assert.equal(moved.status, 200, moved.text)
  assert.match(moved.body.now, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
  await assertReadDuring(read, { aheadMs: 86_400_000 })
  await assertReadDuring(() => vezne.runtime.clock.ms(), { aheadMs: 86_400_000 }) // the program follows
  const begun = Date.now()
  const set = await move({ now: '2031-05-01T12:00:00+03:00' })
  const passed = (): number => Date.now() - begun
  assertBetween(Date.parse(set.body.now), Date.UTC(2031, 4, 1, 9), Date.UTC(2031, 4, 1, 9) + passed())
  await move({ advance_s: -3_600 })
  assertBetween(await read(), Date.UTC(2031, 4, 1, 8), Date.UTC(2031, 4, 1, 8) + passed())
})

const BAD: [string, unknown, string][] = [
  ['neither', {}, 'now'],
  ['both', { now: '2031-05-01T12:00:00Z', advance_s: 1 }, 'now'],
  ['a time without an offset', { now: '2031-05-01T12:00:00' }, 'now'],
  ['a fraction', { advance_s: 1.5 }, 'advance_s'],
  ['too far', { advance_s: 3_155_760_000 }, 'advance_s'],
  ['too early', { now: '1999-01-01T00:00:00Z' }, 'now'],
]
for (const [name, body, field] of BAD)
  test(`${name} is refused and moves nothing`, async () => {
    const before = await read()
    const answer = await move(body)
    assert.equal(answer.status, 400, answer.text)
    assert.equal(answer.body.errors[0].field, field)
    assert(Math.abs((await read()) - before) < 5_000)
  })

test('everybody reads it, only the platform moves it', async () => {
  const tenants = await vezne.token('view')
  assert.equal((await vezne.request('identity', 'GET', PATH, { token: tenants })).status, 200)
  assert.equal((await vezne.request('identity', 'POST', PATH, { token: tenants, body: {} })).status, 403)
  assert.equal((await vezne.request('identity', 'GET', PATH)).status, 401)
})
