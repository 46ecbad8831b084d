/** Whoever wrote a term that money follows neither approves nor sends until that very term is another one, whatever else others edit meanwhile. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'
import { DAY_MS, newRecipient, noneDue, PLANS, planOf, transfersOf } from '../support/recurring.ts'
import { GOOD_IBAN, item, type Person, SOURCE, startTransferTeam } from '../support/transfers.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const IBAN_OF_CHECKER = 'TR860090100000000000009001'
const NUMBER_OF_CHECKER = '0000000000009001'

const team = use(startTransferTeam)

const dataOf = (answer: Answer): string => {
  assert.ok(answer.status < 300, answer.text)
  return answer.body.data
}
const call = async (as: Person, method: string, path: string, body?: object): Promise<string> =>
  dataOf(await team.call(as, method, `/api/v1${path}`, body))
const approve = (as: Person, id: string): Promise<Answer> =>
  team.call(as, 'POST', '/api/v1/transfers/bulk/approve', { transfer_ids: [id] })
const isRefused = async (as: Person, id: string): Promise<void> =>
  assertProblem(await approve(as, id), 'four_eyes_violation')
const isTaken = async (as: Person, id: string): Promise<void> => {
  const { status, text } = await approve(as, id)
  assert.equal(status, 200, text)
}

type Edit = readonly [as: Person, change: object]
/** What the next run makes of a plan of the sender after these edits, each one on top of those before it. */
const runAfter = async (edits: readonly Edit[]): Promise<string> => {
  let body = planOf(team, await newRecipient(team, GOOD_IBAN), { repeat_type: 'daily' })
  const id = dataOf(await team.call('sender', 'POST', PLANS, body))
  for (const [as, change] of edits) {
    body = { ...body, ...change }
    dataOf(await team.call(as, 'PUT', `${PLANS}/${id}`, body))
  }
  await team.vezne.moveClock(DAY_MS)
  await until('the run is made', () => noneDue(team))
  const [made] = await transfersOf(team, id)
  return made?.id as string
}
const AMOUNT: Edit = ['checker', { amount: 300_000 }]

const EDITS: readonly [what: string, edits: readonly Edit[]][] = [
  ['another person renames the plan', [AMOUNT, ['admin', { plan_name: 'Rent of May' }]]],
  ['its creator renames it', [AMOUNT, ['sender', { plan_name: 'Rent of May' }]]],
  ['another person changes another term', [AMOUNT, ['admin', { transfer_type: 'eft' }]]],
  ['another person changes nothing', [AMOUNT, ['admin', {}]]],
]
for (const [what, edits] of EDITS)
  test(`who set the amount of a plan does not approve its runs after ${what}`, async () => {
    await isRefused('checker', await runAfter(edits))
  })

test('who set the amount of a plan is free once another person has set another one', async () => {
  const id = await runAfter([AMOUNT, ['admin', { amount: 350_000 }]])
  await isRefused('admin', id)
  await isTaken('checker', id)
})

test('who set the IBAN of a receiver does not approve after another person adds the number of the same account', async () => {
  const recipient_id = await call('admin', 'POST', '/recipients', { holder_name: 'Ayşe Yılmaz' })
  const account = { recipient_id, iban: GOOD_IBAN }
  const id = await call('admin', 'POST', '/receiveraccounts', account)
  await call('checker', 'PUT', `/receiveraccounts/${id}`, { ...account, iban: IBAN_OF_CHECKER })
  const recipient = await team.call('sender', 'PUT', `/api/v1/recipients/${recipient_id}`, {
    holder_name: 'Ayşe Yılmaz',
    iban: IBAN_OF_CHECKER,
    account_number: NUMBER_OF_CHECKER,
  })
  dataOf(recipient)
  const [transfer] = (await team.create([item({ recipient: { receiver_account_id: id } })])) as [string]
  await isRefused('checker', transfer)
  await isRefused('sender', transfer)
})

test('who loosens the limit of a source account does not approve what it refused before; who tightens it does', async () => {
  const { items } = (await team.call('admin', 'GET', '/api/v1/connectoraccounts')).body.data
  const { connector_configuration_id, bank_id, holder_name } = items.find(({ id }: { id: string }) => id === SOURCE)
  const limit = (as: Person, single_transfer_limit?: string): Promise<string> =>
    call(as, 'PUT', `/connectoraccounts/${SOURCE}`, {
      connector_configuration_id,
      bank_id,
      holder_name,
      iban: items.find(({ id }: { id: string }) => id === SOURCE).iban,
      extra_properties_dict: single_transfer_limit === undefined ? {} : { single_transfer_limit },
    })
  await limit('admin', '10000')
  const tooMuch = { items: [item({ amount: { value: 12_345, currency_code: 'TRY' } })] }
  const refused = await team.call('maker', 'POST', '/api/v1/transfers/bulk/create', tooMuch)
  assertProblem(refused, 'single_transfer_limit_exceeded')
  for (const loosened of ['1000000', undefined]) {
    await limit('checker', loosened)
    const [early] = (await team.create(tooMuch.items)) as [string]
    await limit('sender', '20000')
    const [late] = (await team.create(tooMuch.items)) as [string]
    for (const id of [early, late]) {
      await isRefused('checker', id)
      await isTaken('sender', id)
    }
    await limit('admin', '30000') // and now it is the administrator's
    const [free] = (await team.create(tooMuch.items)) as [string]
    await isTaken('checker', free)
  }
})
