/** Persons in the archive: files say nothing without keys that stay here, and an erasure reaches what is in files, and what comes back of them. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { findMonths } from '../../src/cli/archive/archive-month.ts'
import { type ArchiveRig, openArchiveRig } from '../support/archive-rig.ts'
import { keepPartitions } from '../support/kept-partitions.ts'
import { setByTwo } from '../support/settings.ts'
import { useShop } from '../support/shop.ts'

const DAY_MS = 86_400_000
const ERASED = { name: 'Zeynep Silinen', email: 'zeynep.silinen@example.com', identity: '10000000146' }
const LATE = { name: 'Elif Gec', email: 'elif.gec@example.com', identity: '10000000214' }
const KEPT = { name: 'Mehmet Kalan', email: 'mehmet.kalan@example.com', identity: '10000000078' }
const shop = useShop({ env: { VEZNE_ROLE: 'api' } })
let rig: ArchiveRig
before(async () => {
  rig = await openArchiveRig(shop)
})
after(async () => {
  await rig.close()
})

const sell = ({ name, email, identity }: typeof KEPT) =>
  shop.sell({
    card: { holder_name: name },
    buyer: { name, surname: 'x', email, identity_number: identity, ip_address: '203.0.113.9' },
  })
const pass = async (days: number) => {
  await shop.vezne.moveClock(days * DAY_MS)
  await keepPartitions(shop.vezne.runtime, {})
}
const rowOf = async (id: string) =>
  (
    await shop.rows(
      `select card_holder_name as name, buyer_email_key is not null as has_key, request_body, extra, status, amount from payments where id = $1`,
      [id],
    )
  )[0]
const variablesOf = async (id: string): Promise<string> =>
  (await shop.rows('select variables from fraud_checks where id = $1', [id]))[0]?.variables ?? ''
const erase = async ({ email }: typeof KEPT) => {
  for (let position: string | null = ''; position !== null; ) {
    const answer = await shop.vezne.request('identity', 'POST', '/api/v1/tenants/me/person-data/erase', {
      token: await shop.vezne.token('admin', 'tenant-load'),
      body: { email, ...(position === '' ? {} : { position }) },
    })
    assert.equal(answer.status, 200, answer.text)
    position = answer.body.position
  }
}
const textsIn = (folder: string): string =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.zst'))
    .map((name) => zstdDecompressSync(readFileSync(join(folder, name))).toString())
    .join('\n')

test('what files hold of persons needs keys that go with the erasure; nobody else loses anything', async (t) => {
  const divided = await shop.rows(`select from divided_tables where name = 'payments'`, [])
  if (divided.length === 0) return t.skip('payments have no months')
  await setByTwo(shop.vezne, 'payments.refund_days', '3650')
  const [gone, stays, late] = [await sell(ERASED), await sell(KEPT), await sell(LATE)]
  const before = { row: await rowOf(stays), variables: await variablesOf(stays) }
  await pass(70)
  const part = await shop.follow(gone, 'refund', { amount: 100 })
  assert.equal(part.status, 200, part.text)
  const [refund] = await shop.rows(`select id from payments where operation_type = 'refund' and parent_id = $1`, [gone])
  await pass(31 * 16)
  const months = await shop.vezne.runtime.db.transaction({ as: 'platform' }, findMonths)
  const label = months.find(({ here }) => here.includes('payments'))!.label
  for (const month of months.filter((each) => each.label < label)) await rig.out(month.label)
  await rig.out(label)
  assert.equal(await rowOf(gone), undefined)
  const texts = textsIn(join(rig.folder, label))
  assert.ok(texts.includes(gone) && texts.includes(stays))
  for (const said of Object.values({ ...ERASED, second: KEPT.name, third: KEPT.email }))
    assert.ok(!texts.includes(said), `${said} is readable in a file`)

  assert.equal((await rowOf(refund.id)).name, ERASED.name)
  await erase(ERASED)
  assert.equal((await rowOf(refund.id)).name, '***', 'the refund that is here, of a payment that is not')
  // While the month is on its way back.
  let erasures = 0
  await rig.back(label, async (step) => {
    if (step === 'allowed' && erasures++ === 0) await erase(LATE)
  })
  assert.deepEqual([(await rowOf(late)).name, (await rowOf(late)).has_key], ['***', false])
  assert.ok(!JSON.stringify([await rowOf(late), await variablesOf(late)]).includes(LATE.email))
  const back = await rowOf(gone)
  assert.deepEqual([back.name, back.has_key, back.amount], ['***', false, 15_000])
  for (const said of [ERASED.name, ERASED.email, ERASED.identity])
    assert.ok(!JSON.stringify([back, await variablesOf(gone)]).includes(said))
  assert.deepEqual(
    { row: { ...(await rowOf(stays)), request_body: '' }, variables: await variablesOf(stays) },
    { ...before, row: { ...before.row, request_body: '' } },
  )

  // The month of the refund, whose payment's person is gone, and that of nobody else's.
  const refunded = await shop.follow(stays, 'refund', { amount: 500 })
  assert.equal(refunded.status, 200, refunded.text)
  assert.equal((await shop.read(stays)).id, stays)
})
