/** The part of a finance team's day that is about the bank's file: taken, its differences resolved by one, by many, by two people, and finalized. */
import assert from 'node:assert/strict'
import { orderOf } from '../../support/bank-files.ts'
import { wiredConnectors } from '../../support/bank-rig.ts'
import type { Story } from '../../support/console-story.ts'
import { paymentBody } from '../../support/payments.ts'

const MAKER_ID = '00000000-0000-4000-8000-000000000082'
const WHY = 'Bankayla görüşüldü'
const { demo } = wiredConnectors.find(({ family }) => family === 'nestpay')!

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Row = any
type Person = Awaited<ReturnType<Story['signIn']>>

/** Four sales at a bank; its file has one as it was, two with a lira too much, one with much too little. */
const aBankDay = async (story: Story) => {
  const { bank } = story.team
  const configurations = (await story.ask('admin', 'cards/connector-configurations?page_size=100')).body.items
  const configuration = configurations.find((each: Row) => each.connector_code === demo.code).id
  const sell = async (amount: number): Promise<string> => {
    const body = paymentBody({
      amount: { amount, currency: 'TRY' },
      extra_properties: { connector_configuration_id: configuration },
    })
    const paid = await story.tell('admin', 'POST', 'cards/payments', body, { 'x-external-merchant-id': 'M-1001' })
    assert.equal(paid.status, 200, paid.text)
    return paid.body.transaction_id
  }
  const ids: [string, string, string, string] = [
    await sell(10_000),
    await sell(11_000),
    await sell(12_000),
    await sell(300_000),
  ]
  for (const [at, minor] of [100, 100, -200_000].entries())
    await bank.control.arm({
      kind: 'amount_off',
      match: { order_id: orderOf(ids[at + 1] as string) },
      parameters: { minor },
    })
  await bank.control.endDay()
  const { day, number } = (await bank.control.call('GET', '/settlement')).body.files.at(-1)
  const answer = await fetch(`${bank.url}/control/settlement/${day}/${demo.storeId}?number=${number}&profile=csv`)
  return { ids, file: new Uint8Array(await answer.arrayBuffer()), sha256: answer.headers.get('x-sha256') ?? '' }
}

export const reconcile = async (story: Story, maker: Person, checker: Person): Promise<void> => {
  const texts = maker.words.of('reconciliations')
  const { ids, file, sha256 } = await aBankDay(story)
  const [, single, , large] = ids
  await maker.go('/reconciliations')
  await maker.press(texts.upload)
  await maker.upload(texts.file, 'day.csv', file)
  await maker.fill(texts.checksum, sha256)
  await maker.press(texts.upload)
  const id = await maker.arrivedAt('/reconciliations')
  const rowOf = async (payment: string | undefined): Promise<Row> => {
    const { body } = await story.ask('admin', `cards/reconciliations/${id}/details?page_size=100`)
    return body.items.find((row: Row) => row.transaction_id === payment)
  }
  // The file is the maker's word until the checker has compared it with the bank's.
  assert.equal(await maker.refusalOf(texts.confirmFile), texts.ownFile)
  assert.equal(await maker.refusalOf(texts.finalize), texts.fileWaits)
  await checker.go('/approvals')
  await checker.page.locator(`.row-link[href$="/reconciliations/${id}"]`).first().click()
  assert.equal(await checker.arrivedAt('/reconciliations'), id)
  await checker.press(checker.words.of('reconciliations').confirmFile)
  await checker.page.getByRole('dialog').waitFor()
  await checker.page.getByRole('dialog').getByRole('button', { name: texts.confirmFile, exact: true }).click()
  await checker.done(texts.confirmFileTitle)
  await maker.page.reload()
  assert.equal((await rowOf(ids[0])).discrepancy, 'matched')
  for (const payment of ids.slice(1)) assert.equal((await rowOf(payment)).discrepancy, 'amount_mismatch')

  const resolve = async (payment: string): Promise<void> => {
    await maker.pressOf(texts.resolve, payment)
    await maker.page.getByRole('dialog', { name: texts.resolveTitle }).waitFor()
    await maker.fill(texts.remarks, WHY)
    await maker.press(texts.resolve)
  }
  await resolve(single)
  await maker.done(texts.resolveTitle)
  const { detail_status, resolution_action, remarks } = await rowOf(single)
  assert.deepEqual([detail_status, resolution_action, remarks], ['resolved', 'accept_bank', WHY])

  for (const payment of ids.slice(2))
    await maker.page.getByRole('checkbox', { name: texts.choose(payment), exact: true }).check()
  await maker.press(texts.resolve)
  await maker.page.getByRole('dialog', { name: texts.bulkTitle('2') }).waitFor()
  await maker.choose(texts.action, 'accept_bank')
  await maker.fill(texts.remarks, WHY)
  await maker.press(texts.resolve)
  await maker.sees(texts.bulkDone('1'))
  await maker.sees(texts.bulkWaiting('1'))
  await maker.button(maker.words.of('common').close).last().click()
  assert.equal((await rowOf(ids[2])).detail_status, 'resolved')
  const waiting = await rowOf(large)
  assert.deepEqual(
    [waiting.detail_status, waiting.awaiting_action, waiting.awaiting_by],
    ['pending', 'accept_bank', MAKER_ID],
  )

  // What is written off is much: who proposed it is told who confirms it, and has nothing to press.
  await maker.sees(texts.ownProposal)
  const offered = maker.page.getByRole('row', { name: new RegExp(large) }).getByRole('button')
  for (const name of await offered.allTextContents())
    assert(![texts.resolve, texts.confirmProposal].includes(name), name)

  await checker.go('/reconciliations')
  await checker.page.locator('.row-link').first().click()
  assert.equal(await checker.arrivedAt('/reconciliations'), id)
  await checker.page.reload() // what was read a moment ago, before the proposal, still counts as fresh
  await checker.pressOf(texts.confirmProposal, large)
  await checker.press(texts.confirmProposal)
  await checker.done(texts.resolveTitle)
  assert.deepEqual((await rowOf(large)).detail_status, 'resolved')

  await maker.page.reload()
  await maker.press(texts.finalize)
  await maker.page.getByRole('dialog', { name: texts.finalizeTitle }).waitFor()
  await maker.press(texts.finalize)
  await maker.done(texts.finalizeTitle)
  const { overall_status, finalized_by } = (await story.ask('admin', `cards/reconciliations/${id}`)).body
  assert.deepEqual([overall_status, finalized_by], ['completed', MAKER_ID])
  assert.equal(await maker.refusalOf(texts.finalize), texts.closedAlready)
}
