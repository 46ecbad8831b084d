/** A step of a release waits until the release before has been gone for a day; here the references that are derived from keys. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { paymentBody } from '../support/payments.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const PROCESS_LOCK_CLASS = 7_281_001 // of running processes, in every release
const OLD_PROCESS = 999_999

const asOwner = async <T>(url: string, work: (owner: pg.Client) => Promise<T>): Promise<T> => {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  return work(owner).finally(() => owner.end())
}

/** Upgraded, as its processes find it. */
const vezne = useVezne({
  reach: (url) =>
    asOwner(url, async (owner) => {
      const { rows } = await owner.query('select begun is not null as is_begun from release_steps')
      assert.deepEqual(rows, [{ is_begun: true }], 'no process of a release before has met this database')
      await owner.query('update release_steps set begun = null')
      return url
    }),
})

const keyReferenceOf = async (key: string): Promise<string | null> => {
  const paid = await vezne.request('cards', 'POST', '/api/v1/payments', {
    token: await vezne.token('admin'),
    headers: { 'x-external-merchant-id': 'M-1002', 'idempotency-key': key },
    body: paymentBody(),
  })
  assert.equal(paid.status, 200, paid.text)
  const rows = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ key_reference: string | null }>('select key_reference from payments where id = $1', [
      paid.body.transaction_id,
    ]),
  )
  return rows[0]!.key_reference
}

const advance = (): Promise<void> => vezne.runtime.releaseSteps.advance()

test('references are derived from keys once no process of the release before has run for a day', () =>
  asOwner(vezne.ownerUrl, async (owner) => {
    const since = async () => (await owner.query('select known_since from release_steps')).rows[0].known_since
    const passADay = () => owner.query(`update release_steps set known_since = known_since - interval '25 hours'`)

    await owner.query('select pg_advisory_lock($1, $2)', [PROCESS_LOCK_CLASS, OLD_PROCESS])
    await advance()
    assert.equal(await since(), null)
    assert.equal(await keyReferenceOf('with-old'), null)

    await owner.query('select pg_advisory_unlock($1, $2)', [PROCESS_LOCK_CLASS, OLD_PROCESS])
    await advance()
    assert.notEqual(await since(), null)
    await advance()
    assert.equal(await keyReferenceOf('a-day-to-go-back'), null)

    // A restore under the running process takes its row away.
    await owner.query('delete from processes')
    await until('its row is back', async () => (await owner.query('select from processes')).rowCount === 1)
    await advance()
    assert.notEqual(await since(), null)

    // The release before comes back for a while: the day begins anew.
    await passADay()
    await owner.query('select pg_advisory_lock($1, $2)', [PROCESS_LOCK_CLASS, OLD_PROCESS])
    await advance()
    assert.equal(await since(), null)
    await owner.query('select pg_advisory_unlock($1, $2)', [PROCESS_LOCK_CLASS, OLD_PROCESS])

    await advance()
    await passADay()
    await advance()
    assert.notEqual(await keyReferenceOf('alone'), null)
  }))
