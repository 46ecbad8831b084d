/** A finance team's day: a transfer of two people, the rent each month, a bank's file whose differences are resolved, what merchants are paid, a chargeback answered. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dayOf, type Story } from '../../support/console-story.ts'
import { paymentBody } from '../../support/payments.ts'
import { GOOD_IBAN } from '../../support/transfers.ts'
import { until } from '../../support/until.ts'
import { reconcile } from './reconciling.ts'

const MAKER = 'Fatma Finans'
const MAKER_ID = '00000000-0000-4000-8000-000000000082'
const CHECKER = 'Deniz Yönetici'
const CHECKER_ID = '00000000-0000-4000-8000-000000000080'
const WHY = 'Bankayla görüşüldü'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Row = any
type Person = Awaited<ReturnType<Story['signIn']>>

dayOf('a finance team’s day', async (story, language) => {
  const maker = await story.signIn(MAKER, language)
  const checker = await story.signIn(CHECKER, language)
  await transfer(story, maker, checker)
  await payRentEachMonth(story, maker)
  await reconcile(story, maker, checker)
  await settle(story, maker)
  await answerChargeback(story, maker)
  await maker.signOut(MAKER)
  await checker.signOut(CHECKER)
  assert.deepEqual([...checker.refusals], [])
  assert.deepEqual([...maker.refusals], [])
})

const sum = ({ words }: Person, whole: string): string => (words.language === 'tr' ? `${whole},50` : `${whole}.50`)

const transfer = async (story: Story, maker: Person, checker: Person): Promise<void> => {
  const texts = maker.words.of('transfers')
  await maker.go('/transfers')
  await maker.page.getByRole('link', { name: texts.newTransfer, exact: true }).click()
  await maker.fill(texts.holder, 'Kuzey Lojistik A.Ş.')
  await maker.fill(texts.iban, GOOD_IBAN)
  await maker.fill(maker.words.of('common').amount, sum(maker, '1250'))
  await maker.fill(texts.external, 'invoice-77')
  await maker.press(texts.create)
  await maker.page.waitForURL(/\/transfers\/[0-9a-f-]{36}$/)
  const id = await maker.arrivedAt('/transfers')
  assert.equal(await maker.refusalOf(texts.approve), texts.ownStep)
  const read = async (): Promise<Row> => (await story.ask('admin', `transfers/transfers/${id}`)).body
  const made = await read()
  assert.deepEqual(
    [made.status, made.amount, made.external_id, made.history[0].actor],
    ['pending', 125_050, 'invoice-77', MAKER_ID],
  )

  await checker.go('/approvals')
  const queue = checker.page.getByRole('region', { name: checker.words.of('approvals').transfers })
  await queue.getByRole('link', { name: 'Kuzey Lojistik A.Ş.' }).click()
  assert.equal(await checker.arrivedAt('/transfers'), id)
  await checker.press(texts.approve)
  await checker.fill(texts.remarks, WHY)
  await checker.press(texts.approve)
  await checker.done(texts.approveTitle)
  await checker.press(texts.send)
  await checker.page.getByRole('dialog', { name: texts.sendTitle }).waitFor()
  await checker.press(texts.send)
  await checker.done(texts.sendTitle)
  // What one has done oneself is no news.
  await checker.go('/transfers')
  await story.team.untilStates([id], ['completed'])
  await checker.page.locator('tbody').getByText(checker.words.state('completed')).locator('visible=true').waitFor()
  assert.equal(await checker.page.locator('.pill').count(), 0)
  const steps = (await read()).history.map((step: Row) => [step.new_status, step.actor])
  assert.deepEqual(steps.slice(0, 2), [
    ['pending', MAKER_ID],
    ['approved', CHECKER_ID],
  ])
  const [done] = await story.team.untilStates([id], ['completed'])
  await maker.page.reload()
  const receipt = maker.page.getByRole('link', { name: texts.receipt, exact: true })
  const [file] = await Promise.all([maker.page.waitForEvent('download'), receipt.click()])
  assert.match(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
    /^%PDF-/,
  )
  await maker.sees(done.receipt_no)
}

const payRentEachMonth = async (story: Story, maker: Person): Promise<void> => {
  const texts = maker.words.of('recurring-transfers')
  const record = maker.words.of('record')
  const receivers = maker.words.of('transfers')
  await maker.go('/receivers')
  await maker.press(receivers.newReceiver)
  await maker.fill(receivers.holder, 'Ev Sahibi')
  await maker.fill(receivers.iban, GOOD_IBAN)
  await maker.press(receivers.save)
  await maker.done(receivers.newReceiver)
  await maker.go('/recurring-transfers')
  await maker.press(texts.add)
  await maker.page.locator('option', { hasText: 'Ev Sahibi' }).first().waitFor({ state: 'attached' })
  await maker.fill(record.name, 'Kira')
  await maker.fill(maker.words.of('common').amount, sum(maker, '9000'))
  await maker.press(record.save)
  await maker.done(texts.add)
  const read = async (): Promise<Row> => (await story.ask('admin', 'transfers/recurringtransfers')).body.data.items[0]
  const made = await read()
  assert.deepEqual(
    [made.plan_name, made.amount, made.currency, made.repeat_type, made.status, made.recipient.holder_name],
    ['Kira', 900_050, 'TRY', 'monthly', 'active', 'Ev Sahibi'],
  )
  await maker.pressOf(record.actions, 'Kira')
  await maker.page.getByRole('menuitem', { name: texts.pause, exact: true }).click()
  await maker.page.getByRole('dialog', { name: texts.pauseTitle('Kira') }).waitFor()
  await maker.press(texts.pause)
  await maker.done(texts.pauseTitle('Kira'))
  assert.equal((await read()).status, 'paused')
  await maker.sees(maker.words.state('paused'))
}

const settle = async (story: Story, { words, go, page, arrivedAt }: Person): Promise<void> => {
  const texts = words.of('settlements')
  await until('the settlement makes itself', async () => {
    const { body } = await story.ask('admin', 'cards/settlements?page_size=100')
    return body.items.length > 0
  })
  await go('/settlements')
  const way = page.getByRole('link', { name: texts.export, exact: true })
  const [file] = await Promise.all([page.waitForEvent('download'), way.click()])
  const exported = await story.ask('admin', `cards/settlements/export?headings=${words.language}`)
  assert.equal(readFileSync(await file.path(), 'utf8'), exported.text)
  await page.getByRole('link', { name: 'Demo Market' }).first().click()
  const id = await arrivedAt('/settlements')
  await page.getByRole('heading', { name: texts.ofMerchant('Demo Market') }).waitFor()
  assert.equal((await story.ask('admin', `cards/settlements/${id}`)).body.status, 'pending')
}

const answerChargeback = async (story: Story, maker: Person): Promise<void> => {
  const texts = maker.words.of('chargebacks')
  const paid = await story.tell('admin', 'POST', 'cards/payments', paymentBody(), {
    'x-external-merchant-id': 'M-1001',
  })
  await maker.go('/chargebacks')
  await maker.press(texts.open)
  await maker.fill(texts.paymentId, paid.body.transaction_id)
  await maker.fill(maker.words.of('common').amount, sum(maker, '99'))
  await maker.fill(maker.words.of('common').reason, 'Mal gelmedi')
  await maker.press(texts.open)
  const id = await maker.arrivedAt('/chargebacks')
  const document = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(4_000)])
  await maker.press(texts.add)
  await maker.upload(texts.file, 'kargo.png', document, 'image/png')
  await maker.fill(texts.what, 'Teslim fişi')
  await maker.press(texts.add)
  await maker.done(texts.addTitle)
  const evidence = (await story.ask('admin', `cards/chargebacks/${id}/evidence`)).body
  assert.deepEqual(
    evidence.map((each: Row) => [each.file_name, each.description, each.size_bytes]),
    [['kargo.png', 'Teslim fişi', document.length]],
  )
  const link = maker.page.getByRole('link', { name: 'kargo.png' })
  const [file] = await Promise.all([maker.page.waitForEvent('download'), link.click()])
  assert.ok(readFileSync(await file.path()).equals(document))
  await maker.press(texts.dispute)
  await maker.fill(texts.response, 'Kargo teslim etti')
  await maker.press(texts.dispute)
  await maker.done(texts.disputeTitle)
  const { status, merchant_response, amount } = (await story.ask('admin', `cards/chargebacks/${id}`)).body
  assert.deepEqual([status, merchant_response, amount], ['disputed', 'Kargo teslim etti', 9_950])
}
