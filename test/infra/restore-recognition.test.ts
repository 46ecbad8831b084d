/** The law by which a restored database is recognized: identity, epoch and timeline against what is remembered outside of it. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadRememberedEpochs } from '../../src/infra/database/promotions/remembered-epochs.ts'
import { recognizeRestore } from '../../src/infra/database/promotions/restore-recognition.ts'
import { makeScratch } from '../support/scratch.ts'

const LINEAGE = '00000000-0000-4000-8000-000000000001'

// What the row says, what the server says, the epoch that is remembered, whether an earlier timeline is known, and what is known of the promotion.
const TABLE = `
  none          7/16384/1    -   no    new      open
  7/16384/1/50  7/16384/1    -   no    new      open
  7/16384/1/50  7/16384/1    50  no    new      open
  7/16384/1/50  7/16384/1    49  no    new      open
  7/16384/1/50  7/16384/1    51  no    new      older_state
  7/16384/1/50  8/16384/1    -   no    new      other_database
  7/16384/1/50  7/16390/1    -   no    new      other_database
  7/16384/1/50  8/16384/1    51  yes   vouched  other_database
  7/16384/1/50  7/16384/2    50  yes   new      open
  7/16384/1/50  7/16384/2    50  no    new      undecided
  7/16384/1/50  7/16384/2    50  no    old      unknown_timeline
  7/16384/1/50  7/16384/2    51  no    old      older_state
  7/16384/1/50  7/16384/2    -   yes   new      open
  7/16384/1/50  7/16384/2    -   no    new      undecided
  7/16384/1/50  7/16384/2    -   no    old      unknown_timeline
  7/16384/1/50  7/16384/2    -   no    vouched  open
  7/16384/1/50  7/16384/2/s  -   no    old      open
  7/16384/2/50  7/16384/1    -   no    old      unknown_timeline`

for (const row of TABLE.trim().split('\n')) {
  const [own = '', server = '', epoch = '', knows, known, expected] = row.trim().split(/\s+/)
  test(row.trim(), () => {
    const [system = '', oid, timeline, seen] = own.split('/')
    const identity =
      own === 'none'
        ? undefined
        : { lineage: LINEAGE, system, databaseOid: Number(oid), timeline: Number(timeline), epoch: Number(seen) }
    const [at = '', atOid, atTimeline, synchronous] = server.split('/')
    const found = recognizeRestore(
      identity,
      { system: at, databaseOid: Number(atOid), timeline: Number(atTimeline), isSynchronous: synchronous === 's' },
      { epoch: epoch === '-' ? undefined : Number(epoch), knowsEarlier: knows === 'yes' },
      { isVouched: known === 'vouched', isOld: known !== 'new' },
    )
    assert.equal(found ?? 'open', expected)
  })
}

test('the epoch is remembered in every folder that can be written, and the highest counts', () => {
  const [data, keys] = [makeScratch('vezne-epochs-'), makeScratch('vezne-epochs-')]
  const told: string[] = []
  const open = (...others: string[]) => loadRememberedEpochs(data, others, (error) => told.push(error.name))
  const one = open(keys)
  assert.equal(one.snapshot().get(LINEAGE), undefined)
  const latest = { epoch: 1_000, clockOffsetMs: 86_400_000 }
  one.remember(LINEAGE, latest)
  assert.deepEqual(open().snapshot().get(LINEAGE), latest)
  one.remember(LINEAGE, { epoch: 7, clockOffsetMs: 0 }) // of a process that was slow to say so
  assert.deepEqual(one.snapshot().get(LINEAGE), latest)
  for (const folder of [data, keys])
    assert.deepEqual(readFileSync(join(folder, 'database-epochs', LINEAGE), 'utf8').split(/ +/), ['7', '0', ''])
  writeFileSync(join(keys, 'database-epochs', LINEAGE), '900') // as an earlier release writes it
  assert.deepEqual(open(keys).snapshot().get(LINEAGE), { epoch: 900, clockOffsetMs: 0 })

  const blocked = makeScratch('vezne-epochs-')
  writeFileSync(join(blocked, 'database-epochs'), 'a file')
  open(blocked).remember(LINEAGE, { epoch: 8, clockOffsetMs: 0 })
  assert.equal(told.length, 0, 'the folder of the keys may be read-only')
  loadRememberedEpochs(blocked, [], (error) => told.push(error.name)).remember(LINEAGE, { epoch: 9, clockOffsetMs: 0 })
  assert.equal(told.length, 1)
  mkdirSync(join(data, 'database-epochs', '00000000-0000-4000-8000-000000000002'))
  assert.equal(open().snapshot().size, 1)
})
