/** The program dies while a bank's file is loaded, compared or closed: asked again it answers what it would have answered, and everything is there once. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { before, test } from 'node:test'
import type { FileRecord } from '../../simulators/bank/settlement/day-file.ts'
import { writeProfile } from '../../simulators/bank/settlement/profiles.ts'
import { wiredConnectors } from '../support/bank-rig.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { besideTheServer } from './chaos/beside-the-server.ts'
import { type Failpoint, RECONCILIATION_PLACES } from './chaos/plan.ts'
import { asOwner } from './chaos/platform-records.ts'
import type { Program } from './chaos/program.ts'
import { triedPlaces } from './chaos/tried-places.ts'

const { demo } = wiredConnectors.find(({ family }) => family === 'nestpay')!

const ROWS = 2_100

const beside = use(besideTheServer)
let program: Program
before(async () => {
  program = await beside.open()
  await program.start()
})

const rows = (sql: string, values: unknown[]) =>
  asOwner(program.ownerUrl(), async (client) => (await client.query(sql, values)).rows)
const call = async (method: string, path: string, body?: unknown) =>
  program.http.request('cards', method, `/api/v1/reconciliations${path}`, {
    token: await program.token('tenant-load'),
    ...(body === undefined ? {} : { body }),
  })
const send = async (file: Buffer) => {
  const answer = await fetch(`${program.urls.cards}/api/v1/reconciliations/files?sha256=${hash('sha256', file)}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await program.token('tenant-load', 'files')}`,
      'content-type': 'application/octet-stream',
    },
    body: file as Uint8Array<ArrayBuffer>,
  })
  return { status: answer.status, body: (await answer.json()) as { id: string; reconciliation_id: string } }
}

/** Sales that nobody here knows, more than a page of them. */
const fileOf = (number: number): Buffer => {
  const day = new Date().toISOString().slice(0, 10)
  const details = Array.from({ length: ROWS }, (_, n): FileRecord => {
    const who = [`O-${n}`, `T-${number}-${n}`, `H-${n}`, `A-${n}`, 'SALE', `${day}T10:15:30+03:00`]
    return ['D', n + 1, ...who, '403280******0015', 'VISA', 'CREDIT', 'Y', '1/1', 500, 0, 0, 0, 500, 0, day]
  })
  const head: FileRecord = ['H', '1', 'SIMBANK', demo.storeId ?? '', 'EUR', day, number, `${day}T00:30:00+03:00`]
  return writeProfile([head, ...details, ['T', ROWS, 500 * ROWS, 0, 500 * ROWS]], 'csv')
}

const untilDead = async (failpoint: Failpoint, work: () => Promise<unknown>): Promise<void> => {
  await program.arm(failpoint)
  await assert.rejects(work)
  await until('it died', () => program.current().child.signalCode === 'SIGKILL')
  await program.start()
}
const audited = (id: string, operation: string) =>
  rows('select actor from audit_log where target_id = $1 and operation = $2', [id, operation])

/** A step that is not committed leaves the same database, whether it has begun or is all written. */
const TRIED = triedPlaces(RECONCILIATION_PLACES, ['before-loading', 'before-matching', 'before-settling'])
for (const [n, at] of TRIED.entries())
  test(`dies ${at.replace('-', ' ')}: the repeat has the same result, and the log has it once`, async () => {
    await program.startIfEnded()
    const isClosing = at.endsWith('settling')
    const file = fileOf(n + 1)
    if (!isClosing) await untilDead({ at, act: 'die', hit: at.endsWith('loading') ? 2 : 1 }, () => send(file))
    const taken = await send(file)
    assert.ok(taken.status < 300, JSON.stringify(taken.body))
    const id = taken.body.reconciliation_id
    const read = await call('GET', `/${id}`)
    const { overall_status, orphan_bank_count, total_bank_amount, details } = read.body
    assert.deepEqual(
      [overall_status, orphan_bank_count, total_bank_amount, details.length],
      ['in_review', ROWS, 500 * ROWS, ROWS],
    )
    const [counted] = await rows(
      `select (select count(*)::int from bank_files) as files, (select count(*)::int from bank_file_rows where file_id = $1) as lines,
         (select count(*)::int from reconciliations) as reconciliations, (select count(*)::int from reconciliation_entries) as entries`,
      [taken.body.id],
    )
    assert.deepEqual(counted, { files: n + 1, lines: ROWS, reconciliations: n + 1, entries: 0 })
    const finalize = () => call('POST', `/${id}/finalize`, { force_partial: true, notes: 'closed' })
    if (isClosing) await untilDead({ at, act: 'die' }, finalize)
    const closed = await finalize()
    assert.deepEqual(
      [closed.status, closed.body.overall_status, closed.body.notes],
      [200, 'partially_completed', 'closed'],
      closed.text,
    )
    assert.ok(closed.body.finalized_at)
    assert.equal((await finalize()).status, 409)
    assert.ok((await audited(id, 'POST /api/v1/reconciliations/{id}/finalize')).length > 0)
    assert.equal((await audited(taken.body.id, 'POST /api/v1/reconciliations/files')).length, 1)
  })
