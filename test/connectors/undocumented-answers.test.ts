/** Every status a bank can return, documented or not: only documented responses are conclusive. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Connector } from '../../src/connectors/port.ts'
import { createRegistry } from '../../src/connectors/registry.ts'
import type { TransferBank, TransferOrder } from '../../src/connectors/transfer-bank.ts'
import { toTransferObservation, toTransferOutcome } from '../../src/connectors/transfer-outcomes.ts'
import { createBankHttpClient } from '../../src/connectors/transport/bank-http-client.ts'
import { money } from '../../src/core/money.ts'
import { configurationFor, contextOf, simbankParts } from '../support/attempts.ts'
import { examples } from '../support/property-examples.ts'
import { type Body, type StatusBank, startStatusBank } from '../support/status-bank.ts'
import { openFamilies } from './families/families.ts'
import { attemptAt } from './families/family.ts'

const line = createBankHttpClient({ allowLoopback: true, isLocalOnly: true })
const REFERENCE = 'T-1'
const AMOUNT = 12_345

const json = (body: object): Body => ({ type: 'application/json', text: JSON.stringify(body) })
const HTML: Body = { type: 'text/html', text: '<html><body>Bakım çalışması</body></html>' }
const EMPTY: Body = { type: 'application/json', text: '' }

let bank: StatusBank
before(async () => {
  bank = await startStatusBank()
})
after(() => {
  line.close()
  bank.close()
})

const STATUSES = Array.from({ length: 500 }, (_, index) => 100 + index)
const SPACING = 500 / examples(500)
/** Every status with the first of the bodies, and every `step`th with the others; many at a time. In a quick run, a tenth of them. */
const forAll = async (
  named: Readonly<Record<string, Body>>,
  step: number,
  look: (status: number, name: string) => Promise<void>,
): Promise<void> => {
  for (const [name, body] of Object.entries(named)) bank.name(name, body)
  const all = Object.keys(named).flatMap((name, index) =>
    STATUSES.filter((status) => status % (SPACING * (index === 0 ? 1 : step)) === 0 || status === 200).map(
      (status) => [status, name] as const,
    ),
  )
  const walk = async (): Promise<void> => {
    for (let next = all.pop(); next !== undefined; next = all.pop()) await look(...next)
  }
  await Promise.all(Array.from({ length: 16 }, walk))
}

/** Connectors whose bank is at that address. */
const connectorsAt = (url: string): readonly Connector[] =>
  createRegistry({
    simbank: { ...simbankParts(), accountsApi: { httpClient: line, bankUrl: url, noticeUrl: url } },
    httpClient: line,
  }).connectors

/** How each transfer bank reports an order: completed, and refused with a code. */
const SHOWN: Readonly<Record<string, (status: string, code: string) => object>> = {
  simbank: (status, code) => ({
    reference: REFERENCE, status, code, message: '', amount: AMOUNT, currency: 'TRY', fee: 0, sent_as: 'fast', receipt_no: 'R1',
    bank_reference: 'B1', expected_at: null,
  }), // biome-ignore format: an order reads as one
}

const orderAt = (connector: Connector, url: string): TransferOrder => ({
  tenantId: '00000000-0000-4000-8000-000000000010',
  transferId: '0190e3b0-0000-7000-8000-00000000000b',
  reference: REFERENCE,
  type: 'fast',
  amount: money(AMOUNT, 'TRY'),
  from: { iban: 'TR960090100000000000100001', accountNumber: null },
  to: {
    iban: 'TR160090100000000000009000',
    accountNumber: null,
    holderName: 'A',
    bankCode: null,
    card: null,
    taxId: null,
  },
  description: null,
  configuration: configurationFor(connector, url),
})

for (const { family, transferBank } of connectorsAt('http://127.0.0.1:9')) {
  if (transferBank === undefined) continue
  const { documented } = transferBank
  const at = (url: string): { sender: TransferBank; order: TransferOrder } => {
    const connector = connectorsAt(url).find((each) => each.family === family)!
    return { sender: connector.transferBank!, order: orderAt(connector, url) }
  }
  const shown = SHOWN[family]
  assert.ok(shown, `${family} sends money and shows no order here`)
  const [unknownStatus, unknownCode] = documented.unknownReference
  const refused = shown('refused', documented.refusedCodes[0]!)
  const ANSWERS: Readonly<Record<string, Body>> = {
    queued: json({ status: 'queued' }),
    HTML,
    EMPTY,
    'cut JSON': { ...json(refused), isCut: true },
  }
  const AT_LENGTH: Readonly<Record<string, Body>> = {
    refused: json(refused),
    completed: json(shown('completed', '00')),
    [unknownCode]: json({ code: unknownCode }),
    'nothing in it': json({}),
    'a list': { type: 'application/json', text: '[]' },
    'a code of its orders': json({ code: documented.refusedCodes[0], message: 'no' }),
    'a refusal of another order': json({ ...refused, reference: 'T-2' }),
    'a refusal with a code nobody knows': json(shown('refused', '77')),
    'an order in a state nobody knows': json(shown('queued', '00')),
    'an order without a receipt': json({ ...shown('completed', '00'), receipt_no: null }),
  }

  test(`${family}: a code refuses an order only under its own status`, () => {
    const codes = [...new Set(Object.values(documented.refusals).flat()), ...documented.refusedCodes, 'queue_full', '']
    for (const status of STATUSES)
      for (const code of codes) {
        const { kind } = toTransferOutcome(documented, { status, code, message: '', order: undefined })
        const isDocumented = documented.refusals[status]?.includes(code) === true
        assert.equal(kind, isDocumented ? 'declined' : 'unknown', `HTTP ${status} ${code}`)
        const seen = toTransferObservation(documented, { status, code, message: '', order: undefined })
        const isUnknown = status === unknownStatus && code === unknownCode
        assert.equal(seen.kind, isUnknown ? 'not_found' : 'no_answer', `HTTP ${status} ${code}`)
      }
    for (const fine of documented.shownWith) assert.equal(documented.refusals[fine], undefined)
    for (const fault of [408, 425, 429, 500, 502, 503, 504]) assert.equal(documented.refusals[fault], undefined)
  })

  test(`${family}: only documented responses conclude a transfer, whatever the status`, async () => {
    const look = async (status: number, name: string): Promise<void> => {
      const { sender, order } = at(bank.addressOf(status, name))
      const { kind } = await sender.send(order, contextOf().context)
      const isShown = documented.shownWith.includes(status)
      const expected = { refused: 'declined', completed: 'completed' }[isShown ? name : '']
      assert.equal(kind, expected ?? 'unknown', `HTTP ${status}: ${name}`)
    }
    await forAll(ANSWERS, 1, look)
    await forAll(AT_LENGTH, 25, look)
    for (const [status, [code = '']] of Object.entries(documented.refusals)) {
      bank.name(code, json({ code, message: 'refused' }))
      const { sender, order } = at(bank.addressOf(Number(status), code))
      assert.equal((await sender.send(order, contextOf().context)).kind, 'declined', code)
    }
  })

  test(`${family}: an inquiry, a reversal and a receipt conclude nothing from anything else`, async () => {
    const look = async (status: number, name: string): Promise<void> => {
      const { sender, order } = at(bank.addressOf(status, name))
      const { context } = contextOf()
      const where = `HTTP ${status}: ${name}`
      const isShown = documented.shownWith.includes(status)
      const isUnknown = name === unknownCode && status === unknownStatus
      const expected = { refused: 'declined', completed: 'completed' }[isShown ? name : '']
      assert.equal(
        (await sender.inquire(order, context)).kind,
        isUnknown ? 'not_found' : (expected ?? 'no_answer'),
        where,
      )
      assert.equal(await sender.reverse(order, context), 'no_answer', where)
      const receipt = await sender.receipt(order, context)
      assert.ok(receipt === 'no_answer' || (isUnknown && receipt === 'not_available'), where)
    }
    await forAll(ANSWERS, 10, look)
    await forAll(AT_LENGTH, 25, look)
    await look(unknownStatus, unknownCode)
  })
}

const { families } = openFamilies()
for (const [connector, { refusal, nameless, contentType }] of families)
  test(`${connector.family}: a charge, a void, an inquiry and a reversal conclude nothing from a response that is not this bank's`, async () => {
    const body = (text: string): Body => ({ type: contentType, text })
    const others = families.filter(([each]) => each !== connector)
    const told: Readonly<Record<string, Body>> = {
      HTML,
      EMPTY,
      queued: json({ status: 'queued' }),
      'cut refusal': { ...body(refusal('V0190e3b000')), isCut: true },
      ...Object.fromEntries(nameless.map((text) => [text, body(text)])),
      ...Object.fromEntries(others.map(([each, cases]) => [each.family, body(cases.refusal('V0190e3b000'))])),
    }
    await forAll(told, 10, async (status, name) => {
      const attempt = attemptAt(connector, bank.addressOf(status, name), { reference: 'V0190e3b000' })
      const { context } = contextOf()
      const where = `HTTP ${status}: ${name}`
      assert.equal((await connector.start(attempt, context)).kind, 'unknown', where)
      assert.equal((await connector.inquire(attempt, context)).kind, 'no_answer', where)
      if (status % 10 === 0 || name !== 'HTML')
        assert.equal(await connector.reverse!(attempt, context), 'no_answer', where)
    })
  })
