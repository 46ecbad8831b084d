/** Database constraints on the states of a transfer: every state to every state, people, money and receiver by direct SQL as the program's role. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { allowedTransitions } from '../../src/core/state-machine.ts'
import type { Tx } from '../../src/infra/database/database.ts'
import { TRANSFER_STATES, type TransferState, transferMachine } from '../../src/transfers/model/transfer-states.ts'
import { item, TENANT } from '../support/transfers.ts'
import { useVezne } from '../support/vezne.ts'

const ALLOWED = new Set(allowedTransitions(transferMachine).map(([from, to]) => `${from} to ${to}`))
const UNDONE = new Error('undone on purpose')

const vezne = useVezne()
let id: string
let maker: string
before(async () => {
  const token = await vezne.token('maker')
  const answer = await vezne.request('transfers', 'POST', '/api/v1/transfers/bulk/create', {
    token,
    headers: { 'x-tenant-id': TENANT, 'x-merchant-id': '00000000-0000-4000-8000-000000000020' },
    body: { items: [item()] },
  })
  assert.equal(answer.status, 201, answer.text)
  id = answer.body.transfers[0].id
  const [row] = await vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.query<{ created_by: string }>('select created_by from transfers where id = $1', [id]),
  )
  maker = row?.created_by ?? ''
})

/** How each state is reached, step by step. */
const WAYS: Readonly<Record<TransferState, readonly string[]>> = {
  pending: [],
  approved: ['approved'],
  rejected: ['rejected'],
  processing: ['approved', 'processing'],
  delivered: ['approved', 'processing', 'delivered'],
  completed: ['approved', 'processing', 'completed'],
  failed: ['approved', 'processing', 'failed'],
}
const PEOPLE: Readonly<Record<string, string>> = {
  approved: "approved_by = 'B',",
  rejected: "rejected_by = 'R',",
  processing: "sent_by = 'C',",
}
const stepTo = (to: string): string =>
  `${PEOPLE[to] ?? ''} status = '${to}', history = history || '{"to":"${to}","at":0}'::jsonb`

/** Runs as the program does, on the transfer in the given state, and undoes it all. */
const onTransferIn = async (state: TransferState, work: (tx: Tx) => Promise<void>): Promise<void> => {
  const undone = vezne.runtime.db.transaction({ of: TENANT }, async (tx) => {
    for (const to of WAYS[state]) await tx.execute(`update transfers set ${stepTo(to)} where id = $1`, [id])
    await work(tx)
    throw UNDONE
  })
  await assert.rejects(undone, UNDONE)
}

/** Whether the database lets it pass; it is undone in any case. */
const passes = async (tx: Tx, change: string): Promise<true | string> => {
  await tx.execute('savepoint before_it')
  try {
    assert.equal(await tx.execute(`update transfers set ${change} where id = $1`, [id]), 1)
    return true
  } catch (error) {
    return (error as Error).message
  } finally {
    await tx.execute('rollback to savepoint before_it')
  }
}

for (const from of TRANSFER_STATES)
  test(`from ${from}: the listed steps pass, each with its row of history, and no other`, () =>
    onTransferIn(from, async (tx) => {
      for (const to of TRANSFER_STATES) {
        if (to === from) continue
        const verdict = await passes(tx, stepTo(to))
        if (ALLOWED.has(`${from} to ${to}`)) assert.equal(verdict, true, `${from} to ${to}`)
        else assert.match(String(verdict), /is no step of the state table/, `${from} to ${to}`)
        assert.notEqual(await passes(tx, `${PEOPLE[to] ?? ''} status = '${to}'`), true, `${to} without history`)
      }
    }))

const AGREED = [
  'amount = amount + 1',
  "currency = 'USD'",
  "merchant_id = '00000000-0000-4000-8000-000000000021'",
  "request_type = 'eft'",
  "external_id = 'another'",
  "iban = 'TR860090100000000000009001'",
  'iban = null',
  "account_number = '1'",
  "masked_card_no = '1'",
  "card_token = '1'",
  "card_sealed = '1'",
  "tax_id_sealed = '1'",
  "bank_code = '00902'",
  "holder_name = 'Somebody Else'",
  "receiver_key = 'another'",
  'receiver_account_id = gen_random_uuid()',
  'recipient_id = gen_random_uuid()',
  'requested_account_id = gen_random_uuid()',
  "created = created + interval '1 ms'",
  "created_by = 'somebody'",
  "scheduled_date = scheduled_date + interval '1 ms'",
  'id = gen_random_uuid()',
  'sequence = sequence - 1',
  'attempt_no = attempt_no - 1',
  'retry_count = retry_count - 1',
  'fencing = fencing - 1',
]
for (const change of AGREED)
  test(`${change}: refused in every state`, async () => {
    for (const state of TRANSFER_STATES)
      await onTransferIn(state, async (tx) => assert.match(String(await passes(tx, change)), /what was agreed/, state))
  })

const PARTS = [
  "approved_by = 'Z'",
  "sent_by = 'Z'",
  "rejected_by = 'Z'",
  'approved_by = null',
  'sent_by = null',
  'source_account_id = gen_random_uuid()',
]
for (const change of PARTS)
  test(`${change}: a person’s part is not rewritten after the step`, async () => {
    for (const state of ['processing', 'delivered', 'completed', 'failed'] as const) {
      await onTransferIn(state, async (tx) => assert.match(String(await passes(tx, change)), /a person’s part/, state))
    }
  })

test('four eyes in the database: no step by a person who took another, and none without a person', async () => {
  const step = (to: string, by: string): string =>
    `status = '${to}', history = history || '{"to":"${to}"}'::jsonb${by === '' ? '' : `, ${by}`}`
  await onTransferIn('pending', async (tx) => {
    assert.match(String(await passes(tx, step('approved', ''))), /check constraint/)
    for (const [to, by] of Object.entries({ approved: 'approved_by', rejected: 'rejected_by' }))
      assert.match(String(await passes(tx, step(to, `${by} = '${maker}'`))), /whoever made it/, by)
  })
  await onTransferIn('approved', async (tx) => {
    assert.match(String(await passes(tx, step('processing', ''))), /check constraint/)
    assert.match(String(await passes(tx, step('processing', `sent_by = '${maker}'`))), /whoever made it/)
    assert.equal(await passes(tx, step('processing', "sent_by = 'B'")), true, 'the approver')
    await tx.execute(
      `insert into settings (tenant_id, id, key, value, scope, is_encrypted, is_read_only, created, last_modified)
       values ($1, gen_random_uuid(), 'transfers.separation', 'three_persons', 'tenant', false, false, now(), now())`,
      [TENANT],
    )
    assert.match(String(await passes(tx, step('processing', "sent_by = 'B'"))), /whoever approved it/)
    assert.match(String(await passes(tx, "sent_by = 'C'")), /a person’s part/, 'before the step')
  })
})

const HISTORY: [name: string, change: string, isAllowed: boolean][] = [
  ['one row more', `history = history || '{"to":"processing"}'`, true],
  ['two rows more at once', `history = history || '[{"to":"processing"},{"to":"processing"}]'`, false],
  ['one row less', 'history = history - -1', false],
  ['empty', `history = '[]'`, false],
  ['the first row rewritten', `history = jsonb_set(history, '{0,actor}', '"Z"')`, false],
  ['the last row rewritten', `history = jsonb_set(history, '{-1,at}', '1')`, false],
  ['another order', `history = jsonb_build_array(history -> 1, history -> 0, history -> 2)`, false],
  ['a step with a rewritten past', `status = 'completed', history = jsonb_set(history, '{0,at}', '0') || '{}'`, false],
]
for (const [name, change, isAllowed] of HISTORY)
  test(`history, ${name}: ${isAllowed ? 'passes' : 'is refused'}`, () =>
    onTransferIn('processing', async (tx) => {
      const verdict = await passes(tx, change)
      if (isAllowed) assert.equal(verdict, true)
      else assert.match(String(verdict), /history only grows/)
    }))

test('nothing is reserved or due of what is not under way', async () => {
  for (const state of ['pending', 'approved', 'rejected', 'completed', 'failed'] as const)
    await onTransferIn(state, async (tx) => {
      for (const change of ["step = 'send'", 'reserved = 1'])
        assert.match(String(await passes(tx, change)), /check constraint/, `${state} ${change}`)
    })
})

test('a transfer starts as pending: none is inserted as approved', async () => {
  const columns = await vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = 'transfers' and table_schema = 'public'",
    ),
  )
  const copied = (changes: Record<string, string>): string => {
    const names = columns.map(({ name }) => name)
    const values = names.map((name) => changes[name] ?? name)
    return `insert into transfers (${names}) select ${values} from transfers where id = $1`
  }
  const fresh = { id: 'gen_random_uuid()' }
  const made: [changes: Record<string, string>, passes: boolean][] = [
    [{}, true],
    [{ status: "'approved'", approved_by: "'B'" }, false],
    [{ status: "'completed'", approved_by: "'B'", sent_by: "'C'" }, false],
    [{ approved_by: "'B'" }, false],
    [{ reserved: '1' }, false],
  ]
  for (const [changes, isAllowed] of made) {
    const write = vezne.runtime.db.transaction({ of: TENANT }, async (tx) => {
      await tx.execute(copied({ ...fresh, ...changes }), [id])
      throw UNDONE
    })
    if (isAllowed) await assert.rejects(write, UNDONE)
    else await assert.rejects(write, /every life begins as pending/)
  }
})

const REFUSED: [statement: string, tables: string[]][] = [
  ['update % set tenant_id = tenant_id', ['transfer_postings']],
  ['delete from %', ['transfers', 'transfer_postings', 'source_accounts', 'source_balances', 'recipients']],
  ['truncate %', ['transfers', 'transfer_postings', 'source_accounts', 'source_balances', 'receiver_accounts']],
  ['alter table % disable trigger all', ['transfers', 'source_balances']],
]
for (const [statement, tables] of REFUSED)
  for (const table of tables)
    test(`${statement.replace('%', table)} is denied, for the program as for its platform role`, async () => {
      const { db } = vezne.runtime
      for (const reach of [{ of: TENANT }, { as: 'platform' }] as const)
        await assert.rejects(
          db.transaction(reach, (tx) => tx.execute(statement.replace('%', table))),
          /permission denied|must be owner/,
        )
    })
