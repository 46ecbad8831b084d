/** A confirmation covers what the confirming person was shown: a line that says nothing of where a bank pays does not make the rest two people's word. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { FALLBACK, MARKET, PRIMARY, startTwoPeople, TENANT } from '../support/two-banks.ts'
import { use } from '../support/use.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const CONFIGURATIONS = '/connector-configurations'
const PROFILES = `/merchants/${MARKET}/bank-profiles`
const two = use(startTwoPeople)
before(async () => {
  await two.only(PRIMARY, FALLBACK)
  await two.wantTwo()
})

const bank = `${CONFIGURATIONS}/${FALLBACK}`
const written = async (change: object = {}): Promise<object> => {
  const row = await two.configuration(FALLBACK)
  return {
    ...{ name: row.name, mode: row.mode, priority: row.priority, extra_properties_dict: row.extra_properties_dict },
    ...{ username: row.username ?? '', terminal_id: row.terminal_id ?? '', store_id: row.store_id ?? '' },
    ...change,
  }
}
const put = async (path: string, body: object): Promise<void> => {
  const answer = await two.call('first', 'PUT', path, body)
  assert.ok(answer.status < 300, answer.text)
}
const confirm = async (path: string, change_id: string): Promise<void> => {
  const answer = await two.call('second', 'POST', `${path}/confirm`, { change_id })
  assert.ok(answer.status < 300, answer.text)
}
/** Whether one person takes the other bank out of routing, so that payments go to this one. */
const isRedirectedAlone = async (): Promise<boolean> => {
  const of = `${CONFIGURATIONS}/${PRIMARY}`
  const { status, body, text } = await two.call('first', 'POST', `${of}/deactivate`)
  assert.equal(status, 200, text)
  if (body.pending_change === null) return true
  assert.equal((await two.decide('first', of, 'reject')).status, 200)
  return false
}
const fieldsOf = (changes: Json): string[] => changes.map(({ field }: Json) => field)

test('a priority, a switch or a rule of 3D Secure that was confirmed leaves the account unconfirmed', async () => {
  const { extra_properties_dict } = await two.configuration(FALLBACK)
  for (const change of [
    { priority: 77 },
    { is_active: false },
    { is_active: true },
    { extra_properties_dict: { ...extra_properties_dict, three_d_model: '3d_pay' } },
  ]) {
    await put(bank, await written(change))
    const { pending_change } = await two.configuration(FALLBACK)
    assert.ok(!fieldsOf(pending_change.unchanged).includes('mode'), JSON.stringify(pending_change))
    await confirm(bank, pending_change.id)
    if (!('is_active' in change && !change.is_active))
      assert.equal(await isRedirectedAlone(), false, JSON.stringify(change))
  }
})

test('written as it stands, an account that nobody confirmed waits, is shown whole and is confirmed whole', async () => {
  await put(bank, await written())
  const { pending_change, mode, terminal_id, store_id } = await two.configuration(FALLBACK)
  assert.deepEqual(pending_change.changes, [])
  for (const [field, value] of Object.entries({ mode, terminal_id, store_id }))
    if (value !== null)
      assert.deepEqual(
        pending_change.unchanged.find((each: Json) => each.field === field),
        { field, before: value, after: value },
      )
  await confirm(bank, pending_change.id)
  await put(bank, await written())
  assert.equal((await two.configuration(FALLBACK)).pending_change, null, 'it is confirmed')
})

test('a confirmed line of a bank profile leaves the number unconfirmed; the whole profile, shown whole, does not', async () => {
  const sub_merchant_id = 'SM-EVIL'
  const id = '00000000-0000-4000-8000-0000000000aa'
  const profile = `${PROFILES}/${id}`
  // As from before the setting was on.
  await two.vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.execute(
      `insert into merchant_bank_profiles (tenant_id, id, merchant_id, configuration_id, sub_merchant_id, extra_properties, created, last_modified)
       values ($1, $2, $3, $4, $5, '{}', now(), now())`,
      [TENANT, id, MARKET, FALLBACK, sub_merchant_id],
    ),
  )
  const ofProfile = async (): Promise<Json> =>
    (await two.call('first', 'GET', PROFILES)).body.find((each: Json) => each.id === id)
  const { body: own } = await two.call('first', 'POST', PROFILES, {
    connector_config_id: PRIMARY,
    sub_merchant_id: 'SM-1',
  })
  await confirm(`${PROFILES}/${own.id}`, own.pending_change.id)
  await put(profile, { sub_merchant_id, sub_merchant_city: 'Ankara' })
  const { pending_change: line } = await ofProfile()
  assert.deepEqual([fieldsOf(line.changes), line.unchanged], [['sub_merchant_city'], []])
  await confirm(profile, line.id)
  assert.equal(await isRedirectedAlone(), false)
  await put(profile, { sub_merchant_id, sub_merchant_city: 'Ankara' })
  const { pending_change: whole } = await ofProfile()
  assert.deepEqual(
    whole.unchanged.find(({ field }: Json) => field === 'sub_merchant_id'),
    { field: 'sub_merchant_id', before: sub_merchant_id, after: sub_merchant_id },
  )
  assert.ok(fieldsOf(whole.unchanged).includes('sub_merchant_city'))
  await confirm(profile, whole.id)
  assert.equal((await ofProfile()).pending_change, null)
  assert.equal(await isRedirectedAlone(), true)
})
