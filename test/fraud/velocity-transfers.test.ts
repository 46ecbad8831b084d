/** Velocity of transfers: the items of one call count each other, in order, and those of a refused call count as well. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem } from '../support/problems.ts'
import { item, startTransferTeam, TENANT } from '../support/transfers.ts'
import { use } from '../support/use.ts'
import { atLeast } from '../support/velocity-shop.ts'

const DAY_MS = 86_400_000
const team = use(startTransferTeam)

/** Creates an active rule over transfers; returns its deletion. */
const rule = async (expression: object, action: string): Promise<() => Promise<void>> => {
  const call = async (method: string, path = '', body?: unknown) =>
    team.vezne.request('fraud', method, `/api/v1/fraud/rules${path}`, {
      token: await team.vezne.token('admin'),
      ...(body === undefined ? {} : { body }),
    })
  const made = await call('POST', '', {
    process: 'para_transferi',
    code: `T-${action.toUpperCase()}`,
    name: 'of a test',
    type: 'velocity',
    action,
    expression_json: JSON.stringify(expression),
  })
  assert.equal(made.status, 201, made.text)
  return async () => assert.equal((await call('DELETE', `/${made.body.id}`)).status, 204)
}
const decisions = async (ids: readonly string[]): Promise<string[]> => {
  const rows = await team.vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.query<{ id: string; decision: string }>('select id, decision from fraud_checks where tenant_id = $1', [TENANT]),
  )
  return ids.map((id) => rows.find((row) => row.id === id)?.decision ?? 'none')
}

test('rules read the card a transfer goes to; of another transfer there is none', async () => {
  const number = '4546711234567894'
  const toCard = item({
    transfer_type: 'credit_card',
    recipient: { holder_name: 'Ayşe Yılmaz', card_details: { card_number: number } },
  })
  const names = ['bin', 'last4', 'scheme', 'type', 'country', 'bank_code']
  const drop = await rule(
    {
      and: [
        { '==': [{ var: 'card.bin' }, number.slice(0, 6)] },
        { '==': [{ var: 'card.last4' }, number.slice(-4)] },
        { '==': [{ missing: names.map((name) => `card.${name}`) }, []] },
      ],
    },
    'review',
  )
  assert.deepEqual(await decisions(await team.create([toCard, item()])), ['review', 'approve'])
  await drop()
})

test('five transfers to one account in one call: from the third on they are under review', async () => {
  const drop = await rule(atLeast('velocity.iban.1h.count', 2), 'review')
  const ids = await team.create(Array.from({ length: 5 }, () => item()))
  assert.deepEqual(await decisions(ids), ['approve', 'approve', 'review', 'review', 'review'])
  const other = item({ recipient: { iban: 'TR860090100000000000009001', holder_name: 'A B' } })
  assert.deepEqual(await decisions(await team.create([other, item()])), ['approve', 'review'])
  await drop()
  await team.vezne.moveClock(DAY_MS)
})

test('the sum of one call: the item that passes the amount refuses it whole, and its items count from then on', async () => {
  const drop = await rule(
    { '>': [{ '+': [{ var: 'velocity.source_account.24h.amount_minor' }, { var: 'amount_minor' }] }, 50_000] },
    'block',
  )
  const items = (count: number) => ({ items: Array.from({ length: count }, () => item()) })
  const create = (count: number) => team.call('maker', 'POST', '/api/v1/transfers/bulk/create', items(count))
  const refused = assertProblem(await create(5), 'fraud_blocked')
  assert.deepEqual(
    refused.errors.map(({ field }: { field: string }) => field),
    ['items[4].recipient'],
  )
  assertProblem(await create(1), 'fraud_blocked')
  await team.vezne.moveClock(DAY_MS)
  assert.equal((await create(4)).status, 201)
  await drop()
  await team.vezne.moveClock(DAY_MS)
})

test('twenty calls at once against a limit of eight items: eight are made', async () => {
  const drop = await rule(atLeast('velocity.merchant.1h.count', 8), 'block')
  const make = () => team.call('maker', 'POST', '/api/v1/transfers/bulk/create', { items: [item()] })
  const answers = await Promise.all(Array.from({ length: 20 }, make))
  assert.equal(answers.filter(({ status }) => status === 201).length, 8)
  await drop()
})
