/** Lists of iyzico: cards by their BIN, installments, the payments of a day, and a marketplace with its sub-merchants. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { MORNING, startBank } from '../../support/bank.ts'
import { use } from '../../support/use.ts'
import { card, item, type Json, type Members, openIyzico, type Sent } from './iyzico-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let iyzico: ReturnType<typeof openIyzico>
before(async () => {
  iyzico = openIyzico(bank.url)
})

let orders = 0
const newOrder = (): string => `IL-${++orders}`
const without = ({ status, locale, systemTime, ...rest }: Json): Json => rest

test('a BIN of six or eight digits, an unknown one, and one of another country', async () => {
  const known = {
    cardType: 'CREDIT_CARD',
    cardAssociation: 'MASTER_CARD',
    cardFamily: 'Paraf',
    bankName: 'Halk Bankası',
    bankCode: 12,
    commercial: 0,
  }
  const bin = async (binNumber: string) => without((await iyzico.bin({ binNumber })).body)
  assert.deepEqual(await bin('552879'), { binNumber: '552879', ...known })
  assert.deepEqual(await bin('55287900'), { binNumber: '55287900', ...known })
  assert.deepEqual(await bin('999999'), { binNumber: '999999' })
  assert.deepEqual(await bin('444455'), { binNumber: '444455' })
  for (const [message, code] of [
    [{}, '24'],
    [{ binNumber: '5528' }, '11'],
    [{ binNumber: '5528790000000008' }, '11'],
  ] as const)
    assert.equal((await iyzico.bin(message)).code, code)
})

test('installments of a card with their surcharge, of a debit card, and of all programs', async () => {
  const [detail, ...more] = (await iyzico.installments({ binNumber: '554960', price: '100' })).body.installmentDetails
  assert.deepEqual([detail, more], [undefined, []])
  const [credit] = (await iyzico.installments({ binNumber: '545103', price: '100.0' })).body.installmentDetails
  const { installmentPrices, ...kind } = credit
  assert.deepEqual(kind, {
    ...{ binNumber: '545103', price: 100, cardType: 'CREDIT_CARD', cardAssociation: 'MASTER_CARD' },
    ...{
      cardFamilyName: 'World',
      force3ds: 0,
      bankName: 'Yapı Kredi Bankası',
      bankCode: 67,
      forceCvc: 0,
      commercial: 0,
    },
  })
  assert.deepEqual(installmentPrices.slice(0, 3), [
    { installmentPrice: 100, totalPrice: 100, installmentNumber: 1 },
    { installmentPrice: 50.5, totalPrice: 101, installmentNumber: 2 },
    { installmentPrice: 34, totalPrice: 102, installmentNumber: 3 },
  ])
  assert.deepEqual(
    installmentPrices.map(({ installmentNumber }: Json) => installmentNumber),
    [1, 2, 3, 6, 9, 12],
  )
  const [debit] = (await iyzico.installments({ binNumber: '589004', price: '100' })).body.installmentDetails
  assert.deepEqual([debit.force3ds, debit.installmentPrices.length], [1, 1])
  const all = (await iyzico.installments({ price: '100' })).body.installmentDetails
  const families = all.map(({ cardFamilyName }: Json) => cardFamilyName)
  assert.ok(families.length === new Set(families).size && families.includes('Bonus') && families.includes('CardFinans'))
  assert.equal((await iyzico.installments({ binNumber: '545103' })).code, '24')
})

test('the list of a day has a row for each item, capture, cancellation and refund, and pages', async () => {
  const day = '2027-05-11'
  const empty = (await iyzico.day({ transactionDate: '2027-05-10', page: '1', conversationId: 'L' })).body
  assert.deepEqual([empty.transactions, empty.currentPage, empty.conversationId], [[], undefined, 'L'])
  const [sold, voided, hold, declined] = [newOrder(), newOrder(), newOrder(), newOrder()]
  const first = (await iyzico.sale(sold)).body
  const { paymentTransactionId } = first.itemTransactions[1]
  await iyzico.refund({ paymentTransactionId, price: '9.9' })
  await iyzico.cancel({ paymentId: (await iyzico.sale(voided)).body.paymentId })
  await iyzico.capture({ paymentId: (await iyzico.preauth(hold)).body.paymentId, paidPrice: '149.9' })
  await iyzico.sale(declined, { paymentCard: card({ cardNumber: '4111111111111129' }) })
  const { body } = await iyzico.day({ transactionDate: day, page: '1' })
  const row = ({ conversationId, transactionType, paymentPhase, paidPrice, afterSettlement }: Json): string =>
    `${conversationId} ${transactionType} ${paymentPhase} ${paidPrice} ${afterSettlement}`
  assert.deepEqual(body.transactions.map(row), [
    `${sold} PAYMENT AUTH 100 0`,
    `${sold} PAYMENT AUTH 49.9 0`,
    `${sold} REFUND AUTH 9.9 0`,
    `${voided} PAYMENT AUTH 100 0`,
    `${voided} PAYMENT AUTH 49.9 0`,
    `${voided} CANCEL AUTH 100 0`,
    `${voided} CANCEL AUTH 49.9 0`,
    `${hold} PAYMENT PRE_AUTH 100 0`,
    `${hold} PAYMENT PRE_AUTH 49.9 0`,
    `${hold} PAYMENT POST_AUTH 100 0`,
    `${hold} PAYMENT POST_AUTH 49.9 0`,
  ])
  assert.deepEqual([body.currentPage, body.totalPageCount], [1, 1])
  assert.equal(String(body.transactions[2].paymentTxId), paymentTransactionId)
  assert.match(body.transactions[0].transactionDate, /^2027-05-11 09:\d\d:\d\d$/)
  await bank.control.endDay()
  await iyzico.refundPayment({ paymentId: first.paymentId, price: '1' })
  const later = (await iyzico.day({ transactionDate: day, page: '1' })).body.transactions
  assert.ok(later.map(row).includes(`${sold} REFUND AUTH 1 1`))
  assert.deepEqual((await iyzico.day({ transactionDate: day, page: '2' })).body.transactions, [])
  for (const [query, code] of [
    [{ page: '1' }, '24'],
    [{ transactionDate: day }, '24'],
    [{ transactionDate: '11.05.2027', page: '1' }, '11'],
    [{ transactionDate: day, page: '0' }, '11'],
  ] as [Members, string][])
    assert.equal((await iyzico.day(query)).code, code)
})

test('the commissions of a day are those of its file', async () => {
  const own = { digit: 8 }
  const troy = { paymentCard: card({ cardNumber: '9792030394440796' }) }
  const { body } = await iyzico.sale(newOrder(), troy, own)
  assert.equal(body.cardAssociation, 'TROY')
  assert.equal((await iyzico.sale(newOrder(), {}, own)).code, '10058')
  await bank.control.endDay()
  const { files } = (await bank.control.call('GET', '/settlement')).body
  const { day, currency, number } = files.find(({ merchant }: Json) => merchant === '3404598')
  const path = `/settlement/${day}/3404598?currency=${currency}&number=${number}`
  const file = await (await fetch(`${bank.url}/control${path}`)).text()
  const [, , gross, commission, net] = /^T;(\d+);(\d+);(\d+);(\d+)/m.exec(file)!.slice(0)
  assert.deepEqual([gross, net], ['14990', String(14990 - Number(commission))])
  assert.equal(Math.round(body.iyziCommissionRateAmount * 100), Number(commission))
})

test('what is paid on a day is the sum of its items, less what was taken back', async () => {
  const own = await startBank({ now: MORNING })
  try {
    const shop = openIyzico(own.url)
    const kept = (await shop.sale('P-1', { installment: 3 })).body
    const { paymentTransactionId } = (await shop.sale('P-2')).body.itemTransactions[1]
    await shop.refund({ paymentTransactionId, price: '20' })
    await shop.cancel({ paymentId: (await shop.sale('P-3')).body.paymentId })
    const payouts = async (date: string): Promise<Json[]> =>
      (await shop.payouts({ date })).body.payoutCompletedTransactions
    await own.control.endDay()
    assert.deepEqual(await payouts('2027-05-12'), [])
    await own.control.advance(86_400)
    const rows = await payouts('2027-05-12 00:00:00')
    const sum = rows.reduce((total: number, { payoutAmount }: Json) => total + Math.round(payoutAmount * 100), 0)
    const { balances } = await own.control.balances()
    assert.equal(sum, balances['3404591/TRY/merchant_account'])
    const taken = rows.filter(({ payoutAmount }: Json) => payoutAmount < 0)
    assert.deepEqual(
      taken.map((row: Json) => row.paymentTransactionId),
      [paymentTransactionId],
    )
    assert.deepEqual(Object.keys(rows[0]), ['paymentTransactionId', 'payoutAmount', 'payoutType', 'currency'])
    assert.ok(
      kept.itemTransactions.every((each: Json) =>
        rows.some((row) => row.paymentTransactionId === each.paymentTransactionId),
      ),
    )
    assert.deepEqual([(await shop.payouts({})).code, (await shop.payouts({ date: 'x' })).code], ['24', '11'])
  } finally {
    await own.stop()
  }
})

const OF_MARKET: Sent = { digit: 7 }
const subMerchant = (externalId: string, more: Members = {}): Members => ({
  locale: 'tr',
  conversationId: 'S',
  subMerchantExternalId: externalId,
  subMerchantType: 'PERSONAL',
  address: 'Bağdat Caddesi 1',
  email: 'satici@example.com',
  gsmNumber: '+905350000000',
  name: 'Satıcı',
  iban: 'TR880006400000000001000004',
  identityNumber: '10000000146',
  contactName: 'Ayşe',
  contactSurname: 'Yılmaz',
  currency: 'TRY',
  ...more,
})

test('a sub-merchant is made, read, changed, and known by its own number once', async () => {
  const { body } = await iyzico.createSubMerchant(subMerchant('S-1'), OF_MARKET)
  assert.deepEqual([body.status, body.conversationId], ['success', 'S'])
  const { subMerchantKey } = body
  assert.match(subMerchantKey, /^[A-Za-z0-9+/]{27}=$/)
  const read = async () => (await iyzico.subMerchant({ subMerchantExternalId: 'S-1' }, OF_MARKET)).body
  assert.deepEqual([(await read()).subMerchantKey, (await read()).name], [subMerchantKey, 'Satıcı'])
  const changed = await iyzico.call('PUT', '/onboarding/submerchant', { subMerchantKey, name: 'Yeni' }, OF_MARKET)
  assert.deepEqual(
    [changed.code, (await read()).name, (await read()).iban],
    ['success', 'Yeni', 'TR880006400000000001000004'],
  )
  for (const [message, code, sent] of [
    [subMerchant('S-1'), '5182', OF_MARKET],
    [subMerchant('S-2', { subMerchantType: 'OTHER' }), '24', OF_MARKET],
    [subMerchant('S-2', { identityNumber: '' }), '24', OF_MARKET],
    [subMerchant('S-2', { subMerchantType: 'LIMITED_OR_JOINT_STOCK_COMPANY' }), '24', OF_MARKET],
    [subMerchant('S-2'), '5180', {}],
  ] as [Members, string, Sent][])
    assert.equal((await iyzico.createSubMerchant(message, sent)).code, code)
  assert.equal((await iyzico.subMerchant({ subMerchantExternalId: 'S-9' }, OF_MARKET)).code, '5181')
})

test('items of a marketplace have a sub-merchant and its share, are approved, and are refunded one by one', async () => {
  const { subMerchantKey } = (await iyzico.createSubMerchant(subMerchant('S-3'), OF_MARKET)).body
  const sold = (id: string, price: string, more: Members = {}): Members =>
    item(id, price, { subMerchantKey, subMerchantPrice: '40.0', ...more })
  const pay = (basketItems: Members[]) => iyzico.sale(newOrder(), { basketItems }, OF_MARKET)
  assert.equal((await pay([item('I', '149.9')])).code, '5181')
  assert.equal((await pay([sold('I', '149.9', { subMerchantKey: 'x' })])).code, '5181')
  assert.equal((await pay([sold('I', '149.9', { subMerchantPrice: '150' })])).code, '5183')
  const { body } = await pay([sold('I1', '100'), sold('I2', '49.9')])
  const [first, second] = body.itemTransactions
  assert.deepEqual(
    [first.subMerchantKey, first.subMerchantPrice, first.subMerchantPayoutRate, first.transactionStatus],
    [subMerchantKey, 40, 40, 1],
  )
  assert.equal(Math.round((first.merchantPayoutAmount + first.iyziCommissionRateAmount + 40) * 100), 10000)
  const approval = { paymentTransactionId: first.paymentTransactionId }
  assert.equal((await iyzico.approve(approval, OF_MARKET)).body.paymentTransactionId, first.paymentTransactionId)
  assert.equal((await iyzico.approve(approval, OF_MARKET)).code, '5186')
  const statuses = async () =>
    (await iyzico.detail({ paymentId: body.paymentId }, OF_MARKET)).body.itemTransactions.map(
      ({ transactionStatus }: Json) => transactionStatus,
    )
  assert.deepEqual(await statuses(), [2, 1])
  assert.equal((await iyzico.disapprove(approval, OF_MARKET)).code, 'success')
  assert.equal((await iyzico.disapprove(approval, OF_MARKET)).code, '5185')
  assert.deepEqual(await statuses(), [1, 1])
  assert.equal((await iyzico.approve({ paymentTransactionId: '1' }, OF_MARKET)).code, '5116')
  assert.equal((await iyzico.refundPayment({ paymentId: body.paymentId, price: '1' }, OF_MARKET)).code, '5266')
  const refund = { paymentTransactionId: second.paymentTransactionId, price: '49.9' }
  assert.equal((await iyzico.refund(refund, OF_MARKET)).code, 'success')
  assert.equal((await iyzico.refund(refund, OF_MARKET)).code, '10248')
})

test('the state survives a restart', async () => {
  const own = await startBank({ now: MORNING })
  const first = openIyzico(own.url)
  const { paymentId, itemTransactions } = (await first.sale('K-1')).body
  const { paymentTransactionId } = itemTransactions[0]
  const begun = (await first.initialize('K-2')).body.paymentId
  const { subMerchantKey } = (await first.createSubMerchant(subMerchant('K-S'), OF_MARKET)).body
  await first.refund({ paymentTransactionId, price: '60' })
  await own.kill()
  const again = await startBank({ dataDir: own.dataDir })
  try {
    const second = openIyzico(again.url)
    assert.equal((await second.detail({ paymentId })).body.paymentStatus, 'SUCCESS')
    assert.equal((await second.refund({ paymentTransactionId, price: '60' })).code, '10248')
    assert.equal((await second.refund({ paymentTransactionId, price: '40' })).code, 'success')
    assert.equal((await second.detail({ paymentId: begun })).body.paymentStatus, 'INIT_THREEDS')
    const found = await second.subMerchant({ subMerchantExternalId: 'K-S' }, OF_MARKET)
    assert.equal(found.body.subMerchantKey, subMerchantKey)
  } finally {
    await again.stop()
  }
})
