/** connectors.four_eyes: what accepts more of 3D Secure, and after which bank codes another bank is tried, is loosened by two people and tightened by one. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { UpdateErrorCode } from '../../src/acquiring/error-codes/error-code-schemas.ts'
import { MEANING_MEMBERS } from '../../src/acquiring/error-codes/retry-members.ts'
import { selectErrorCodes } from '../../src/acquiring/tenant-banks/tenant-banks-store.ts'
import { assertProblem } from '../support/problems.ts'
import { PRIMARY, startTwoPeople, TENANT } from '../support/two-banks.ts'
import { use } from '../support/use.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const two = use(startTwoPeople)
before(async () => {
  await two.wantTwo()
})

const PATH = `/connector-configurations/${PRIMARY}`
const accept = async (accepted_md_status: string): Promise<Json> => {
  const row = await two.configuration(PRIMARY)
  const extra_properties_dict = { ...row.extra_properties_dict, accepted_md_status }
  const body = { name: row.name, mode: row.mode, priority: row.priority, extra_properties_dict }
  const answer = await two.call('first', 'PUT', PATH, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

test('more md statuses wait for a second person, fewer count at once', async () => {
  assert.equal((await accept('1')).extra_properties_dict.accepted_md_status, '1')
  const asked = await accept('1,2,3,4')
  assert.equal(asked.extra_properties_dict.accepted_md_status, '1')
  assert.equal(asked.pending_change.changes[0].field, 'extra_properties_dict')
  assertProblem(await two.decide('first', PATH), 'four_eyes_violation')
  const { body } = await two.decide('second', PATH)
  assert.equal(body.extra_properties_dict.accepted_md_status, '1,2,3,4')
})

const codes = async (): Promise<Json[]> =>
  (await two.call('first', 'GET', '/connector-error-codes?connector_code=SIMBANK')).body
const codeOf = async (code: string): Promise<Json> =>
  (await codes()).find(({ provider_error_code }: Json) => provider_error_code === code)
/** As payments read it. */
const retries = async (code: string): Promise<boolean> => {
  const rows = await two.vezne.runtime.db.transaction({ of: TENANT }, (tx) => selectErrorCodes(tx, TENANT))
  return rows.some((row) => row.provider_error_code === code && row.should_retry)
}
const bulk = async (...items: [code: string, should_retry: boolean][]): Promise<void> => {
  const answer = await two.call('first', 'POST', '/connector-error-codes/bulk', {
    items: items.map(([provider_error_code, should_retry]) => ({
      connector_code: 'SIMBANK',
      provider_error_code,
      category: 'Technical',
      should_retry,
    })),
  })
  assert.equal(answer.status, 201, answer.text)
}

test('a code after which another bank is tried: by bulk, by its row and by the row that it follows', async () => {
  await bulk(['T1', true], ['T2', false], ['T3', false])
  assert.deepEqual([await retries('T1'), (await two.waiting()).length], [false, 1])
  const [{ id, label, changes }] = await two.waiting()
  assert.deepEqual([label, changes], ['SIMBANK T1', [{ field: 'should_retry', before: 'false', after: 'true' }]])
  assertProblem(await two.decide('first', `/waiting-changes/${id}`), 'four_eyes_violation')
  assert.equal((await two.decide('second', `/waiting-changes/${id}`)).status, 204)
  assert.equal(await retries('T1'), true)

  const t1 = await codeOf('T1')
  for (const [code, body] of [
    ['T2', { category: 'Technical', should_retry: true }],
    ['T3', { category: 'Technical', mapped_to_id: t1.id }],
  ] as const) {
    const row = await codeOf(code)
    assert.equal((await two.call('first', 'PUT', `/connector-error-codes/${row.id}`, body)).status, 204)
    assert.deepEqual([await retries(code), await codeOf(code)], [false, row])
    const [waiting] = await two.waiting()
    assert.equal((await two.decide('second', `/waiting-changes/${waiting.id}`)).status, 204)
    assert.equal(await retries(code), true)
  }

  // Nor by the row in between: what follows it has its own value, whatever it follows itself.
  await bulk(['T4', false], ['T5', false])
  const [t4, t5] = [await codeOf('T4'), await codeOf('T5')]
  const write = (row: Json, change: object) =>
    two.call('first', 'PUT', `/connector-error-codes/${row.id}`, { category: 'Technical', ...change })
  assert.equal((await write(t4, { should_retry: false, mapped_to_id: t1.id })).status, 204)
  const [followsT1] = await two.waiting()
  assert.equal((await two.decide('second', `/waiting-changes/${followsT1.id}`)).status, 204)
  assert.equal((await write(t5, { should_retry: false, mapped_to_id: t4.id })).status, 204)
  assert.equal((await write(t4, { should_retry: true, mapped_to_id: t1.id })).status, 204)
  assert.deepEqual([await retries('T5'), (await two.waiting()).length], [false, 1])
  await bulk(['T4', true])
  assert.deepEqual([await retries('T5'), (await two.waiting()).length], [false, 1])
  assert.equal((await two.decide('first', `/waiting-changes/${(await two.waiting())[0].id}`, 'reject')).status, 204)

  // What it does not loosen counts at once: words, and that nothing is tried any more.
  const words = { category: 'Technical', should_retry: true, english_message: 'Later' }
  assert.equal((await two.call('first', 'PUT', `/connector-error-codes/${t1.id}`, words)).status, 204)
  assert.equal((await codeOf('T1')).english_message, 'Later')
  await bulk(['T1', false])
  assert.deepEqual([await retries('T1'), await two.waiting()], [false, []])
})

test('every member of a meaning says whether it loosens', () => {
  const members = Object.keys(UpdateErrorCode.properties).filter((name) => name !== 'id')
  assert.deepEqual(Object.keys(MEANING_MEMBERS).sort(), members.sort())
})
