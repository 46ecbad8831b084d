/** The port's contract for every connector with a bank behind it: charges, operations, and each fault of a bank or connection. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { money } from '../../src/core/money.ts'
import { LINE_FAULTS, nameOf, saidBy } from '../support/bank-faults.ts'
import { CVV, GOOD_CARD, openBankRig, wiredConnectors } from '../support/bank-rig.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const rig = use(openBankRig)

/** The ways in which a connector charges without a challenge; Kuveyt Türk has no holds. */
const chargesOf = ({ capabilities: { operations } }: (typeof wiredConnectors)[number]) =>
  (['sale', 'pre_auth'] as const).filter((each) => operations[each] !== undefined)
/** Kuveyt Türk takes dollars and euros of cards of other countries only. */
const FOREIGN_CARD = '4444555566667779'

/** What a bank calls the codes of the card's bank; PosNet has one code for several, and forgets who declined. */
const OWN_CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  garanti: { '82': '12/CVC' },
  payfor: { '82': '34' },
  interpos: Object.fromEntries(
    ['05', '14', '1A', '41', '51', '59', '61', '82', '96'].map((code) => [code, `${code}/B${code}0000`]),
  ),
  iyzico: {
    '05': '10005',
    '14': '10215',
    '1A': '10217',
    '41': '10041',
    '51': '10051',
    '59': '10034',
    '61': '10224',
    '82': '10084',
  },
  posnet: {
    ...{
      '05': '0005',
      '14': '0014',
      '1A': '0057',
      '41': '0041',
      '51': '0051',
      '59': '0007',
      '61': '0065',
      '82': '0005',
    },
  },
}
const ownWord = (family: string, said: string): string =>
  said.replace(/^declined (.*)/, (whole, code: string) => {
    const own = OWN_CODES[family]?.[code]
    return own === undefined ? whole : `declined ${own}`
  })
const recordWord = (family: string, said: string): string => {
  if (family === 'posnet' && said.startsWith('declined')) return 'not_found'
  // iyzico's report has no code of a payment that failed.
  if (family === 'iyzico' && said.startsWith('declined')) return 'declined FAILURE'
  return ownWord(family, said).replace('12/CVC', '12')
}

// Card, its card code, the response to its sale, the bank's record afterwards.
const CARDS: [number: string, cvv: string, sale: string, books: string][] = [
  [GOOD_CARD, CVV, 'approved', 'approved'],
  ['370101000000016', '0000', 'approved', 'approved'],
  ['4002020000000024', CVV, 'declined 05', 'declined 05'],
  ['4111111111111111', CVV, 'declined 51', 'declined 51'],
  ['5401010000000011', CVV, 'declined 14', 'declined 14'],
  ['4444333322221111', CVV, 'declined 41', 'declined 41'],
  ['5555555555554444', CVV, 'declined 61', 'declined 61'],
  ['4012888888881881', CVV, 'declined 59', 'declined 59'],
  ['4003030000000030', CVV, 'declined 1A', 'declined 1A'],
  [GOOD_CARD, '999', 'declined 82', 'declined 82'],
  ['4004040000000046', CVV, 'unknown', 'declined 96'],
]

for (const connector of wiredConnectors) {
  const { family, capabilities } = connector
  const start = (attempt: Parameters<typeof connector.start>[0]) => connector.start(attempt, rig.context())
  const inquire = async (attempt: Parameters<typeof connector.inquire>[0]) => {
    const { cvv: _, ...card } = attempt.card // a stored attempt has none
    return connector.inquire({ ...attempt, card }, rig.context())
  }

  for (const [number, cvv, sale, books] of CARDS.filter(([number]) => family !== 'kuveyt' || number.length === 16))
    test(`${family}: card ${number} with ${cvv}: ${sale}`, async () => {
      const attempt = rig.attempt(connector, { number, cvv })
      assert.equal(saidBy(await start(attempt)), ownWord(family, sale))
      if (family === 'iyzico' && books !== 'approved') {
        assert.equal(saidBy(await inquire(attempt)), 'no_answer') // its bank may not have answered yet
        await rig.advance(301)
      }
      assert.equal(saidBy(await inquire(attempt)), recordWord(family, books))
      assert.equal(await rig.net(connector, attempt), sale === 'approved' ? 14_990 : 0)
    })

  test(`${family}: references of the response and of the bank's record are the same, and none is empty`, async () => {
    for (const operation of chargesOf(connector)) {
      const { attempt, outcome } = await rig.approved(connector, operation)
      const observed = await inquire(attempt)
      assert.ok(observed.kind === 'approved')
      assert.ok(Object.values(outcome.references).every(Boolean), inspect(outcome.references))
      // Garanti's history has no number of its own for a movement, and InterPOS's record no host reference.
      const { providerTransactionId } = observed.references
      const hostReference = family === 'interpos' ? null : outcome.references.hostReference
      assert.deepEqual(observed.references, { ...outcome.references, providerTransactionId, hostReference })
      if (providerTransactionId !== null) assert.equal(providerTransactionId, outcome.references.providerTransactionId)
    }
  })

  test(`${family}: every currency it declares, and installments`, async () => {
    for (const currency of capabilities.currencies) {
      const terms = { installments: currency === 'TRY' ? 3 : 1, number: currency === 'TRY' ? GOOD_CARD : FOREIGN_CARD }
      const attempt = rig.attempt(connector, { ...terms, amount: money(100_05, currency) })
      const outcome = await start(attempt)
      assert.match(saidBy(outcome), /^(approved|declined (00|100)?05(\/B050000)?)$/, currency) // an amount that ends in 05 is declined there
      const other = rig.attempt(connector, { ...terms, amount: money(19_99, currency) })
      assert.equal(saidBy(await start(other)), 'approved', currency)
      assert.equal(saidBy(await inquire(other)), 'approved', currency)
    }
  })

  test(`${family}: an order never sent is not found, and reversing it is harmless`, async () => {
    const attempt = rig.attempt(connector)
    assert.deepEqual(await inquire(attempt), { kind: 'not_found' })
    assert.equal(await connector.lookUp!(attempt as never, rig.context()), 'not_found')
    assert.notEqual(await connector.reverse!(attempt, rig.context()), 'no_answer')
    const isStopped = capabilities.reversal === 'by_reference' // the bank was told to refuse it
    assert.equal(saidBy(await start(attempt)) === 'approved', !isStopped)
    assert.equal((await rig.net(connector, attempt)) ?? 0, isStopped ? 0 : 14_990)
  })

  test(`${family}: a reversal by reference undoes a charge, and a second one finds nothing`, async () => {
    for (const operation of chargesOf(connector)) {
      const { attempt } = await rig.approved(connector, operation)
      assert.equal(await connector.reverse!(attempt, rig.context()), 'reversed')
      assert.equal(await rig.net(connector, attempt), 0)
      assert.equal(saidBy(await inquire(attempt)), 'declined undone_there')
      assert.equal(await connector.reverse!(attempt, rig.context()), 'nothing_there')
    }
  })

  if (family === 'iyzico')
    test('iyzico: a conversation sent twice is charged twice, which its record leaves to people', async () => {
      const { attempt } = await rig.approved(connector)
      assert.equal(saidBy(await start(attempt)), 'approved')
      assert.equal(saidBy(await inquire(attempt)), 'no_answer')
      assert.equal(await connector.reverse!(attempt, rig.context()), 'no_answer')
    })
  else test(`${family}: an order id sent twice leads to an inquiry, neither approved nor declined`, () => sentTwice())

  const sentTwice = async () => {
    const { attempt } = await rig.approved(connector)
    assert.equal(saidBy(await start(attempt)), 'unknown')
    assert.equal(saidBy(await inquire(attempt)), 'approved')
    assert.equal(await rig.net(connector, attempt), 14_990)
    const claimed = rig.attempt(connector)
    await rig.arm(claimed, { kind: 'order_id_reused' })
    assert.equal(saidBy(await start(claimed)), 'unknown')
    assert.equal(saidBy(await inquire(claimed)), 'not_found')
  }

  for (const [fault, moved, told] of LINE_FAULTS)
    for (const operation of chargesOf(connector))
      test(`${family} ${operation}: ${nameOf(fault)}: ${told.source}, and the bank's record resolves it`, async () => {
        const attempt = rig.attempt(connector, { operation })
        await rig.arm(attempt, fault)
        assert.match(saidBy(await start(attempt)), told)
        assert.equal(saidBy(await inquire(attempt)), moved ? 'approved' : 'not_found')
      })

  test(`${family}: nothing is sent to an unreachable bank`, async () => {
    const address = 'http://127.0.0.1:9/nowhere'
    const nowhere = rig.configuration(connector, { endpointUrl: address, threeDSecureEndpointUrl: address })
    const attempt = rig.attempt(connector, { configuration: nowhere })
    assert.equal(saidBy(await start(attempt)), 'not_sent')
    assert.equal(saidBy(await inquire(attempt)), 'no_answer')
  })

  const late = capabilities.reversal === 'by_reference' ? 'loses against an earlier reversal' : 'is found'
  test(`${family}: a late charge ${late}`, async () => {
    const attempt = rig.attempt(connector)
    await rig.arm(attempt, { kind: 'late_charge', parameters: { after_ms: 400, hold_ms: 100 } })
    assert.equal(saidBy(await start(attempt)), 'unknown')
    assert.equal(saidBy(await inquire(attempt)), 'not_found')
    assert.notEqual(await connector.reverse!(attempt, rig.context()), 'no_answer')
    if (capabilities.reversal === 'none')
      return until('it is found', async () => saidBy(await inquire(attempt)) === 'approved')
    assert.equal(saidBy(await inquire(attempt)), 'not_found')
    assert.ok(!(await rig.net(connector, attempt)))
  })

  test(`${family}: declined but charged, approved then reversed, late records: the inquiry finds them`, async () => {
    const charged = rig.attempt(connector)
    await rig.arm(charged, { kind: 'declined_but_charged' })
    assert.equal(saidBy(await start(charged)), ownWord(family, 'declined 05'))
    assert.match(saidBy(await inquire(charged)), /^(approved|no_answer)$/) // never declined a second time

    const undone = rig.attempt(connector)
    await rig.arm(undone, { kind: 'approved_then_reversed' })
    assert.equal(saidBy(await start(undone)), 'approved')
    assert.equal(saidBy(await inquire(undone)), 'declined undone_there')

    const stale = rig.attempt(connector)
    await rig.arm(stale, { kind: 'stale_inquiry', parameters: { minutes: 5 } })
    assert.equal(saidBy(await start(stale)), 'approved')
    assert.equal(saidBy(await inquire(stale)), 'not_found')
    await rig.advance(301)
    assert.equal(saidBy(await inquire(stale)), 'approved')
  })

  test(`${family}: an incomplete configuration sends nothing, and the check reports what is missing`, async () => {
    const bare = rig.configuration(connector, { secrets: {}, username: null })
    assert.equal(saidBy(await start(rig.attempt(connector, { configuration: bare }))), 'not_sent')
    const fields = connector.checkSettings!(bare).map(({ field }) => field)
    const secrets = Object.keys(connector.demo.secrets).map((name) =>
      name.replace(/[A-Z]/g, (at) => `_${at.toLowerCase()}`),
    )
    const user = connector.demo.username === undefined ? [] : ['username']
    for (const field of [...user, ...secrets]) assert.ok(fields.includes(field), field)
    assert.deepEqual(connector.checkSettings!(rig.configuration(connector)), [])
  })
}

test('the request log of all of it holds no card data and no secret', () => rig.assertNothingLeaked(100))

test('the bank saw no protocol violation except the ones of this test', async () => {
  const { violations } = await rig.bank.control.verdict()
  const { duplicate_charge, call_after_final_state: _, ...others } = violations // a second void

  assert.deepEqual(others, {})
  assert.ok(duplicate_charge! >= wiredConnectors.length)
})
