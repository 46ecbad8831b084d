/** The program dies between the steps of a currency conversion: nothing is charged before the shopper has chosen, and once and as chosen afterwards. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { CARDS, paymentBody } from '../support/payments.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { readLedger } from './chaos/bank-ledger.ts'
import { besideTheServer } from './chaos/beside-the-server.ts'
import type { Failpoint } from './chaos/plan.ts'
import { asOwner, endLeases } from './chaos/platform-records.ts'
import { asLoad, type Program } from './chaos/program.ts'

const beside = use(besideTheServer)
let program: Program
before(async () => {
  program = await beside.open()
  await program.start()
})

const merchant = { 'x-external-merchant-id': 'M-3001' }
const ask = (key: string) =>
  asLoad(program, 'POST', '/api/v1/payments', {
    headers: { ...merchant, 'idempotency-key': key },
    body: paymentBody({ card: { number: CARDS.foreign }, extra_properties: { dcc: 'true' } }),
  })
const confirm = (id: string, accept_dcc: boolean, key: string) =>
  asLoad(program, 'POST', `/api/v1/payments/${id}/dcc/confirm`, {
    headers: { ...merchant, 'idempotency-key': key },
    body: { accept_dcc },
  })
const read = async (id: string) => (await asLoad(program, 'GET', `/api/v1/payments/${id}`)).body
const timesCharged = (id: string): number =>
  readLedger(program.ledger).filter(({ word, transaction }) => word === 'asked' && transaction === id).length
const heard = (id: string): Promise<string[]> =>
  asOwner(program.ownerUrl(), async (owner) => {
    const { rows } = await owner.query<{ said: string }>(
      `select split_part(endpoint, '//', 2) || ' ' || (request_body::jsonb ->> 'amount') || ' ' || (request_body::jsonb ->> 'currency') as said
         from api_request_logs where transaction_id = $1 order by id`,
      [id],
    )
    return rows.map(({ said }) => said)
  })
const dieAt = async (at: Failpoint['at'], work: () => Promise<unknown>): Promise<void> => {
  await program.arm({ at, act: 'die' })
  await work().catch(() => undefined)
  await until('it died', () => program.current().child.signalCode === 'SIGKILL')
  await endLeases(program.ownerUrl())
  await program.start()
}

test('dies before it could ask the shopper: asked afterwards, and charged only then', async () => {
  await dieAt('before-record', () => ask('dies-first'))
  const again = await ask('dies-first')
  const { transaction_id: id } = again.body
  await until('asked', async () => (await read(id)).extra_properties.dcc_offered === 'true')
  assert.equal((await ask('dies-first')).body.extra_properties.dcc_alternative_amount, '386')
  assert.deepEqual([timesCharged(id), (await read(id)).status], [0, 'pending'])
  assert.equal((await confirm(id, true, 'after-all')).body.status, 'completed')
  assert.equal(timesCharged(id), 1)
})

for (const [at, isAccepted] of [
  ['before-record', true],
  ['after-call', true],
  ['after-call', false],
] as const)
  test(`dies ${at.replace('-', ' ')} of the answer ${isAccepted}: charged once, in the currency that was chosen`, async () => {
    const key = `${at}-${isAccepted}`
    const { transaction_id: id } = (await ask(key)).body
    await dieAt(at, () => confirm(id, isAccepted, `answer-${key}`))
    await until('known', async () => (await read(id)).status === 'completed')
    const again = await confirm(id, isAccepted, `answer-${key}`)
    assert.deepEqual([again.status, again.body.status], [200, 'completed'], again.text)
    assert.equal((await confirm(id, isAccepted, 'another')).body.code, 'dcc_invalid_state')
    assert.equal(again.body.extra_properties.dcc_charged_amount, isAccepted ? '386' : undefined)
    assert.equal(timesCharged(id), 1)
    const said = isAccepted ? '386 USD' : '15000 TRY'
    for (const each of (await heard(id)).slice(1)) assert.match(each, new RegExp(`^(sale|inquiry) ${said}$`))
  })
