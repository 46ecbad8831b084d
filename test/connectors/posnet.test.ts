/** PosNet beside what the tables of all families ask: its MAC, its order ids, the three calls around a challenge. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { inspect } from 'node:util'
import type { Attempt } from '../../src/connectors/attempt.ts'
import { posnetMac } from '../../src/connectors/posnet/posnet-mac.ts'
import { posnetXid } from '../../src/connectors/posnet/posnet-requests.ts'
import type { ConfirmedCallback } from '../../src/connectors/three-d-secure.ts'
import { money } from '../../src/core/money.ts'
import { Secret } from '../../src/core/secret.ts'
import { contextOf, followUpOf } from '../support/attempts.ts'
import { saidBy } from '../support/bank-faults.ts'
import { POSNET_PACKETS, posnetAnswer, posnetOrder, posnetRefusal, posnetResolved } from '../support/posnet.ts'
import { recorded } from '../support/recorded-answers.ts'
import type { Script } from '../support/scripted-bank.ts'
import { openFamilies } from './families/families.ts'
import { attemptAt } from './families/family.ts'

const { families, bankThat } = openFamilies()
const [posnet, { challenge: example }] = families.find(([{ family }]) => family === 'posnet')!
const threeDSecure = posnet.threeDSecure!
const callback = example!.callback
const { posnet: vectors } = JSON.parse(readFileSync(new URL('../fixtures/hash-vectors.json', import.meta.url), 'utf8'))

/** The same rule in another program's words: nothing of it comes from the connector. */
const macOf = (encKey: string, tid: string, mid: string, ...values: readonly string[]): string => {
  const digest = (text: string): string => createHash('sha256').update(text).digest('base64')
  return digest(`${values.join(';')};${mid};${digest(`${encKey};${tid}`)}`)
}
const XID = 'XWQX85DDXM88PT38VFCA'
const ours = (...before: readonly string[]): string =>
  macOf('1,2,3,4,5,6,7,8', '67000001', '6700000001', ...before, XID, '14990', 'TL')

test('the MAC of the specification, and those that the bank computed', () => {
  const account = { mid: vectors.mid, tid: vectors.tid, encKey: new Secret(vectors.encKey) }
  const { P1_request: request, P2_response: response } = vectors
  assert.equal(posnetMac(account, request), request.mac)
  assert.equal(posnetMac(account, response, response.mdStatus), response.mac)
  const TEST_KEY = new Secret('10,10,10,10,10,10,10,10')
  for (const [mid, tid, name] of [
    ['6797752273', '67537267', 'resolve: no 3D'],
    ['6706598320', '67005551', 'resolve: no 3D, sample of the bank'],
  ] as const) {
    const { oosResolveMerchantDataResponse: told } = recorded.posnet.answers[name] as Record<
      string,
      Record<string, string>
    >
    const { xid = '', amount = '', currency = '', mdStatus = '', mac } = told!
    assert.equal(posnetMac({ mid, tid, encKey: TEST_KEY }, { xid, amount, currency }, mdStatus), mac, name)
  }
  // The answer to a charge that failed has no number of the host in front.
  const refused = recorded.posnet.answers['charge after challenge: fail']!
  const terms = { xid: '12345678901234567890', amount: '10000', currency: 'TL' }
  assert.equal(posnetMac({ mid: '6797752273', tid: '67537267', encKey: TEST_KEY }, terms, ''), refused.mac)
  const samples = { xid: 'YKB_TST_190620093100_024', amount: '175', currency: 'TL' }
  const sampled = posnetMac({ mid: '6706598320', tid: '67005551', encKey: TEST_KEY }, samples)
  assert.equal(sampled, 'J/7/Xprj7F/KDf98luVfIGyUPRQzUCqGwpmvz3KT7oQ=')
})

test('an order id is a hash of the reference, of twenty digits and capitals', () => {
  assert.equal(posnetXid({ reference: 'V0190e3b0000070008000000000000a01' }), XID)
  assert.notEqual(posnetXid({ reference: 'V0190e3b0000070008000000000000a02' }), XID)
})

const challenged = async (...scripts: readonly Script[]) => {
  const bank = await bankThat(...scripts)
  const attempt = attemptAt(posnet, bank.url, { model: '3d_secure' })
  return { bank, attempt, pending: { attempt, state: {} } }
}
const sent = (body: Buffer | undefined): string => decodeURIComponent(String(body))

const begin = async (script: Script, changes: { callbackUrl?: string } = {}) => {
  const { bank, attempt } = await challenged(script)
  const { context, exchanges } = contextOf()
  const about = { callbackUrl: 'https://shop.example/cb', expiresAt: 0, language: 'tr', merchantName: null } as const
  return { bank, exchanges, outcome: await threeDSecure.begin({ ...attempt, ...about, ...changes }, context) }
}

test('a challenge begins with a call that brings the packets for the form', async () => {
  const { bank, outcome, exchanges } = await begin({ contentType: 'text/html; charset=utf-8', body: POSNET_PACKETS })
  assert.ok(outcome.kind === 'challenge' && outcome.step.kind === 'form', inspect(outcome))
  assert.deepEqual(outcome.step.fields, {
    mid: '6700000001',
    posnetID: '9644',
    posnetData: 'AF86E5A9F005',
    posnetData2: 'CEA763ABDDA3',
    digest: '699FEF0E7871',
    merchantReturnURL: 'https://shop.example/cb',
    lang: 'tr',
    url: '',
    openANewWindow: '0',
  })
  assert.match(
    sent(bank.received[0]),
    /<mid>6700000001<\/mid><tid>67000001<\/tid><oosRequestData><posnetid>9644<\/posnetid><XID>XWQX85DDXM88PT38VFCA<\/XID><amount>14990<\/amount><currencyCode>TL<\/currencyCode><installment>00<\/installment><tranType>Sale<\/tranType><cardHolderName>TEST CARD<\/cardHolderName><ccno>4111111111111111<\/ccno><expDate>3012<\/expDate><cvc>000<\/cvc><\/oosRequestData>/,
  )
  assert.equal(exchanges.length, 2)
  assert.doesNotMatch(JSON.stringify(exchanges), /4111111111111111|AF86E5A9F005|CEA763ABDDA3|699FEF0E7871/)
})

const BEGUN: [name: string, script: Script, kind: string, code: string][] = [
  ['the recorded answer', posnetRefusal('0003', '148 MID,TID,IP HATALI: 192.0.2.10'), 'declined', '0003'],
  ['an unknown code', posnetRefusal('7777'), 'unknown', '7777'],
  ['silence', 'reset', 'unknown', 'no_answer'],
  ['no packets', posnetAnswer(), 'unknown', ''],
]
for (const [name, script, kind, code] of BEGUN)
  test(`no challenge begins with ${name}: ${kind}`, async () => {
    const { outcome } = await begin(script)
    assert.ok(outcome.kind !== 'challenge' && outcome.kind !== 'not_sent')
    assert.deepEqual([outcome.kind, outcome.fault.providerCode], [kind, code])
  })

test('an address of more than 255 characters never reaches the bank', async () => {
  const { bank, outcome } = await begin(POSNET_PACKETS, { callbackUrl: `https://shop.example/${'x'.repeat(240)}` })
  assert.deepEqual([outcome.kind, bank.received.length], ['not_sent', 0])
})

// What the browser brings, before anybody asks the bank.
const CALLBACKS: [name: string, change: (fields: Record<string, string>) => Record<string, string>, reading: string][] =
  [
    ['as it is', (fields) => fields, 'unsigned'],
    ['in another order', (fields) => Object.fromEntries(Object.entries(fields).reverse()), 'unsigned'],
    ['with a field more', (fields) => ({ ...fields, mdStatus: '1', approved: '1' }), 'unsigned'],
    [
      'without what is for people',
      ({ Amount: _, CCPrefix: __, TranType: ___, MerchantId: ____, ...rest }) => rest,
      'unsigned',
    ],
    ['of another order', (fields) => ({ ...fields, Xid: 'XWQX85DDXM88PT38VFCB' }), 'other_order'],
    ['of the order in small letters', (fields) => ({ ...fields, Xid: XID.toLowerCase() }), 'other_order'],
    ['of another merchant', (fields) => ({ ...fields, MerchantId: '6700000002' }), 'other_order'],
    ['without an order', ({ Xid: _, ...rest }) => rest, 'no_order'],
    ['with its name in small letters', ({ Xid, ...rest }) => ({ ...rest, xid: Xid! }), 'no_order'],
    ['without a packet', ({ BankPacket: _, ...rest }) => rest, 'incomplete'],
    ['with an empty packet', (fields) => ({ ...fields, MerchantPacket: '' }), 'incomplete'],
    ['without a sign', ({ Sign: _, ...rest }) => rest, 'incomplete'],
    ['with its name in capitals', ({ Sign, ...rest }) => ({ ...rest, SIGN: Sign! }), 'incomplete'],
    ['with an element in a packet', (fields) => ({ ...fields, BankPacket: '</bankData><x>' }), 'incomplete'],
    ['with a packet without an end', (fields) => ({ ...fields, BankPacket: 'A'.repeat(4097) }), 'incomplete'],
  ]
for (const [name, change, reading] of CALLBACKS)
  test(`a callback ${name}: ${reading}, and never verified without the bank`, async () => {
    const { pending } = await challenged('reset')
    const said = threeDSecure.verify(change(callback), pending)
    assert.equal(said.kind === 'forged' ? said.reason : said.kind, reading)
  })

const told = (verdict: ConfirmedCallback): string => {
  if (verdict.kind === 'forged') return `forged ${verdict.reason}`
  if (verdict.kind === 'no_answer') return verdict.kind
  const { authentication, refusal, charged } = verdict
  assert.equal(charged, undefined)
  return ['md', authentication.mdStatus, refusal ?? 'passed'].join(' ')
}
const resolved = (mdStatus: string, changes: Record<string, string> = {}): string =>
  posnetResolved({ xid: XID, mdStatus, mac: ours(mdStatus), ...changes })

const CONFIRMED: [name: string, script: Script, means: string][] = [
  ['passed', resolved('1'), 'md 1 passed'],
  ['passed, as the bank labels it', { contentType: 'text/html; charset=utf-8', body: resolved('1') }, 'md 1 passed'],
  ['an attempt', resolved('2'), 'md 2 passed'],
  ['failed', resolved('0'), 'md 0 refused'],
  ['given up', resolved('0', { mdErrorMessage: 'Islem iptal edildi' }), 'md 0 cancelled'],
  ['not available', resolved('5'), 'md 5 unavailable'],
  ['a card nobody knows', resolved('8'), 'md 8 unavailable'],
  ['no 3D at all', resolved('9'), 'md 9 unavailable'],
  ['a status nobody knows', resolved('11'), 'md 11 unavailable'],
  ['no status', resolved(''), 'md  cancelled'],
  ['another key', resolved('1', { mac: ours('1').toLowerCase() }), 'forged bad_hash'],
  ['the MAC of a failure', resolved('1', { mac: ours('0') }), 'forged bad_hash'],
  ['our own MAC back', resolved('1', { mac: ours() }), 'forged bad_hash'],
  ['another order', resolved('1', { xid: 'AAAAAAAAAAAAAAAAAAAA' }), 'forged other_order'],
  ['another amount', resolved('1', { amount: '1499' }), 'forged other_amount'],
  ['another currency', resolved('1', { currency: 'US' }), 'forged other_amount'],
  ['other installments', resolved('1', { installment: '03' }), 'forged other_amount'],
  ['values cut another way', resolved(`1;${XID}`, { xid: XID, mac: ours('1') }), 'forged bad_hash'],
  ['no MAC', resolved('1', { mac: '' }), 'no_answer'],
  ['two statuses', resolved('1').replace('<mdStatus>', '<mdStatus>0</mdStatus><mdStatus>'), 'forged bad_hash'],
  ['packets of another merchant', posnetRefusal('0600', 'Mac Dogrulama hatali'), 'forged bad_hash'],
  ['packets that were changed', posnetRefusal('E216'), 'forged bad_hash'],
  ['another refusal', posnetRefusal('0148'), 'no_answer'],
  ['a system fault', posnetRefusal('E999'), 'no_answer'],
  ['an approval without a result', posnetAnswer(), 'no_answer'],
  ['HTTP 500', { status: 500, body: resolved('1') }, 'no_answer'],
  ['silence', 'reset', 'no_answer'],
]
for (const [name, script, means] of CONFIRMED)
  test(`the bank is asked about a callback, ${name}: ${means}`, async () => {
    const { bank, pending } = await challenged(script)
    const { context, exchanges } = contextOf()
    const verdict = await threeDSecure.confirm!(callback, pending, context)
    assert.equal(told(verdict), means)
    if (verdict.kind === 'verified') {
      const { xid, md } = verdict.authentication
      assert.deepEqual([xid, md], means.endsWith('passed') ? [XID, 'CEA763'] : [null, null])
    }
    const mac = ours().replaceAll(/[+]/g, '\\+')
    assert.match(
      sent(bank.received[0]),
      new RegExp(
        `<oosResolveMerchantData><bankData>CEA763</bankData><merchantData>AF86E5</merchantData><sign>699FEF</sign><mac>${mac}</mac></oosResolveMerchantData>`,
      ),
    )
    assert.doesNotMatch(JSON.stringify(exchanges), /CEA763|AF86E5|699FEF/)
  })

const authentication = { mdStatus: '1', eci: null, cavv: null, xid: XID, md: 'CEA763', dsTransId: null }
const KEY = '031141873090000201'
const CHARGES: [name: string, script: Script, said: string][] = [
  ['approved', posnetAnswer({ hostlogkey: KEY, mac: ours(KEY) }), 'approved'],
  ['approved, another MAC', posnetAnswer({ hostlogkey: KEY, mac: ours('1') }), 'unknown'],
  ['approved, no MAC', posnetAnswer({ hostlogkey: KEY }), 'unknown'],
  ['approved before', posnetRefusal('0127', 'ORDERID DAHA ONCE KULLANILMIS      0127'), 'unknown'],
  ['no funds', posnetRefusal('0051'), 'declined 0051'],
  ['another MAC of ours', posnetRefusal('E216'), 'declined E216'],
]
for (const [name, script, said] of CHARGES)
  test(`the charge after a challenge, ${name}: ${said}`, async () => {
    const { attempt } = await challenged(script)
    assert.equal(saidBy(await threeDSecure.finish(attempt, authentication, contextOf().context)), said)
  })

test('the recorded charge after a challenge is approved under its MAC', async () => {
  const { hostlogkey, authCode } = recorded.posnet.answers['charge after challenge: success'] as Record<string, string>
  const { attempt } = await challenged(posnetAnswer({ hostlogkey, authCode, mac: ours(KEY) }))
  const outcome = await threeDSecure.finish(attempt, authentication, contextOf().context)
  assert.ok(outcome.kind === 'approved', inspect(outcome))
  assert.deepEqual(outcome.references, { providerTransactionId: KEY, authCode: '418730', hostReference: KEY })
})

test('the record of an order after a challenge is asked for under both of its names', async () => {
  const rows = (attempt: Attempt, prefix: string) => posnetOrder(`${prefix}${posnetXid(attempt)}`, [{}])
  const unknown = posnetRefusal('E219')
  for (const [prefix, before] of [
    ['TDS_', []],
    ['TDSC', [unknown]],
  ] as const) {
    const { attempt } = await challenged('reset')
    const bank = await bankThat(...before, rows(attempt, prefix))
    const asked = attemptAt(posnet, bank.url, { model: '3d_secure' })
    assert.equal(saidBy(await posnet.inquire(asked, contextOf().context)), 'approved')
    assert.equal(bank.received.length, before.length + 1)
  }
  const nowhere = await bankThat(unknown)
  const asked = attemptAt(posnet, nowhere.url, { model: '3d_secure' })
  assert.equal(saidBy(await posnet.inquire(asked, contextOf().context)), 'not_found')
  const silent = await bankThat(unknown, 'reset')
  const again = attemptAt(posnet, silent.url, { model: '3d_secure' })
  assert.equal(saidBy(await posnet.inquire(again, contextOf().context)), 'no_answer')
})

test('the recorded record of an order', async () => {
  const row = (recorded.posnet.answers['status: success1'] as { transactions: { transaction: Record<string, string> } })
    .transactions.transaction
  const { attempt } = await challenged('reset')
  const name = `TDS_${posnetXid(attempt)}`
  const bank = await bankThat(posnetOrder(name, [{ ...row, orderID: name }]))
  const asked = attemptAt(posnet, bank.url, { model: '3d_secure', amount: money(116, 'TRY') })
  const order = await posnet.lookUp!(asked, contextOf().context)
  assert.ok(order !== 'not_found')
  assert.deepEqual(
    [order.state, order.amount.minor, order.maskedCardNumber, order.references.authCode],
    ['captured', 116, '450634******4637', '504289'],
  )
  // 11:21:14 in Istanbul.
  assert.equal(new Date(order.movements[0]!.at).toISOString(), '2019-10-10T08:21:14.281Z')
})

test('a void of a capture takes back the capture, then the hold; understood where it was done before', async () => {
  for (const scripts of [[posnetAnswer()], [posnetRefusal('0220'), posnetAnswer()], [posnetRefusal('0220')]] as const) {
    const bank = await bankThat(...scripts)
    const followUp = followUpOf('void', attemptAt(posnet, bank.url), { operation: 'pre_auth', captured: 5_000 })
    assert.equal((await posnet.operate!(followUp, contextOf().context)).kind, 'approved')
    assert.deepEqual(
      bank.received.map((body) => /<reverse>(.*?)<\/reverse>/.exec(sent(body))?.[1]),
      [
        `<transaction>capt</transaction><orderID>0000${XID}</orderID>`,
        '<transaction>auth</transaction><hostLogKey>600500000001</hostLogKey>',
      ],
    )
  }
  const half = posnetOrder(`0000${XID}`, [
    { state: 'Authorization' },
    { state: 'Capture', amount: '50,00', txnStatus: '0' },
    { state: 'Capture_Reverse', amount: '50,00' },
  ])
  const before = await bankThat(posnetRefusal('0223'), half, posnetAnswer())
  const again = followUpOf('void', attemptAt(posnet, before.url), { operation: 'pre_auth', captured: 5_000 })
  assert.equal((await posnet.operate!(again, contextOf().context)).kind, 'approved')
  assert.match(sent(before.received[2]), /<reverse><transaction>auth</)
  const closed = await bankThat(posnetRefusal('0211'))
  const followUp = followUpOf('void', attemptAt(posnet, closed.url), { operation: 'pre_auth', captured: 5_000 })
  assert.equal(saidBy(await posnet.operate!(followUp, contextOf().context)), 'declined 0211')
  assert.ok(closed.received.every((body) => !sent(body).includes('<transaction>auth<')))
})
