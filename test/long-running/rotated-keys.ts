/** Master key and data keys rotated under load with a hundred thousand sealed cards, the program killed twice in the middle. */
import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CliDatabase, openDatabaseForCli } from '../../src/app/open-database-for-cli.ts'
import { SEALED_TABLES } from '../../src/app/sealed-tables.ts'
import { newId } from '../../src/core/id.ts'
import { countOldValues } from '../../src/infra/crypto/begin-rotation.ts'
import { countKeys } from '../../src/infra/crypto/key-store.ts'
import { findProgress, newestRotation } from '../../src/infra/crypto/rotation-store.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import { openDice } from '../resilience/chaos/dice.ts'
import { asOwner } from '../resilience/chaos/platform-records.ts'
import { asLoad, openProgram, type Program } from '../resilience/chaos/program.ts'
import { paymentBody } from '../support/payments.ts'
import type { Check } from './check.ts'

const CARDS = 100_000
const LOT = 2_000
const READERS = 2 // of four connections
const PAYERS = 4
const KILL_AT = [0.2, 0.6] as const // of the cards
const FINISHED_MS = 300_000
const CARD = '4546711234567894|12|2030'

export const rotatedKeys: Check = async (say, seed) => {
  const program = await openProgram()
  try {
    await program.start()
    const config = loadConfig({ VEZNE_DATA_DIR: program.dataDir })
    const reached = await openDatabaseForCli(config)
    try {
      const stored = await storeCards(program, reached)
      say(`${stored.ids.length} sealed cards stored`)
      const isRotated = await rotate(program, reached, stored, seed, say)
      return isRotated && (await readsAfterDropping(program, config, stored, say))
    } finally {
      await reached.close()
    }
  } finally {
    await program.end()
  }
}

interface Stored {
  tenantId: string
  ids: readonly string[]
}

const placeOf = (rowId: string) => ({ table: 'payments', rowId, column: 'card_sealed' })

/** Copies of one payment, each with a card sealed for itself. */
const storeCards = async (program: Program, { sealer }: CliDatabase): Promise<Stored> => {
  const paid = await asLoad(program, 'POST', '/api/v1/payments', { body: paymentBody() })
  if (paid.status !== 200) throw new Error(`not paid: ${paid.text}`)
  const tenantId = program.demo().tenants.find(({ slug }) => slug === 'tenant-load')?.tenant_id as string
  const ids = Array.from({ length: CARDS }, () => newId(Date.now()))
  await asOwner(program.ownerUrl(), async (client) => {
    const { rows } = await client.query<{ names: string; copied: string }>(
      `select string_agg(quote_ident(column_name), ', ') as names, string_agg('p.' || quote_ident(column_name), ', ') as copied
       from information_schema.columns
       where table_name = 'payments' and is_generated = 'NEVER' and column_name not in
         ('id', 'card_sealed', 'idempotency_key', 'fingerprint', 'next_inquiry_at', 'lease_owner', 'lease_until')`,
    )
    const { names, copied } = rows[0] as { names: string; copied: string }
    for (let at = 0; at < ids.length; at += LOT) {
      const lot = ids.slice(at, at + LOT)
      const sealed = await Promise.all(lot.map((id) => sealer.seal(tenantId, placeOf(id), CARD)))
      await client.query(
        `insert into payments (id, card_sealed, ${names}) select lot.id, lot.sealed, ${copied}
         from unnest($2::uuid[], $3::bytea[]) lot (id, sealed), payments p where p.id = $1`,
        [paid.body.transaction_id, lot, sealed],
      )
    }
  })
  return { tenantId, ids }
}

/** Reads and payments for as long as the rotation takes. */
const rotate = async (
  program: Program,
  reached: CliDatabase,
  { tenantId, ids }: Stored,
  seed: number,
  say: (line: string) => void,
): Promise<boolean> => {
  const { db, sealer } = reached
  const dice = openDice(seed)
  const seen = { reads: 0, failedReads: 0, payments: 0, failedPayments: 0, cut: 0 }
  let isOver = false
  let isUp = true
  const read = async (): Promise<void> => {
    while (!isOver) {
      const id = ids[Math.floor(dice.between(0, ids.length))] as string
      const [row] = await db.transaction({ of: tenantId, mode: 'read' }, (tx) =>
        tx.query<{ card_sealed: Buffer }>('select card_sealed from payments where tenant_id = $1 and id = $2', [
          tenantId,
          id,
        ]),
      )
      const plain = await sealer.open(tenantId, placeOf(id), row!.card_sealed).catch((error: Error) => error.message)
      seen.reads++
      if (plain !== CARD && seen.failedReads++ === 0) say(`seed ${seed}: card ${id} was not read: ${plain}`)
    }
  }
  /** A payment seals and opens; a token opens a signing key; a delivery opens a webhook secret. */
  const pay = async (): Promise<void> => {
    while (!isOver) {
      if (!isUp) {
        await sleep(50)
        continue
      }
      const answer = await asLoad(program, 'POST', '/api/v1/payments', { body: paymentBody() }).catch(() => undefined)
      if (answer === undefined)
        seen.cut++ // the program was killed under it
      else if (answer.status === 200) seen.payments++
      else if (seen.failedPayments++ === 0) say(`seed ${seed}: not paid: ${answer.text}`)
    }
  }
  const started = performance.now()
  const lanes = [...Array.from({ length: READERS }, read), ...Array.from({ length: PAYERS }, pay)]
  say(keysCommand(program, 'rotate', '--wait', 'no'))
  const kill = async (): Promise<void> => {
    isUp = false
    await program.kill()
    await program.start()
    isUp = true
  }
  const killedAt = [...KILL_AT]
  for (;;) {
    const rotation = await db.transaction({ of: [] }, newestRotation)
    if (rotation?.finished_at) break
    const { values_resealed } = await db.transaction({ as: 'platform' }, (tx) => findProgress(tx, rotation!.generation))
    if (killedAt.length > 0 && values_resealed >= CARDS * killedAt[0]!) {
      killedAt.shift()
      say(`killed after ${values_resealed} values`)
      await kill()
    }
    if (performance.now() - started > FINISHED_MS) throw new Error('it does not end')
    await sleep(50)
  }
  const tookS = (performance.now() - started) / 1_000
  isOver = true
  await Promise.all(lanes)
  const rotation = await db.transaction({ of: [] }, newestRotation)
  const old = await countOldValues(db, SEALED_TABLES, rotation!.generation)
  const counts = await db.transaction({ as: 'platform' }, countKeys)
  const oldWraps = counts.filter((count) => count.master_key_id !== rotation!.master_key_id)
  say(
    `rotated in ${tookS.toFixed(0)} s, ${program.kills} kills: ${seen.reads} reads, failed ${seen.failedReads}; ${seen.payments} payments, failed ${seen.failedPayments}, cut off by a kill ${seen.cut}; values under old data keys ${old}, keys under the old master key ${oldWraps.length}`,
  )
  return seen.failedReads + seen.failedPayments + old + oldWraps.length + killedAt.length === 0
}

/** Old keys are gone for good; a reader that starts afterwards opens every card. */
const readsAfterDropping = async (
  program: Program,
  config: ReturnType<typeof loadConfig>,
  { tenantId, ids }: Stored,
  say: (line: string) => void,
): Promise<boolean> => {
  say(keysCommand(program, 'drop-old'))
  const { db, sealer, close } = await openDatabaseForCli(config)
  let failed = 0
  try {
    for (let at = 0; at < ids.length; at += LOT) {
      const rows = await db.transaction({ of: tenantId, mode: 'read' }, (tx) =>
        tx.query<{ id: string; card_sealed: Buffer }>(
          'select id, card_sealed from payments where tenant_id = $1 and id = any ($2)',
          [tenantId, ids.slice(at, at + LOT)],
        ),
      )
      for (const { id, card_sealed } of rows)
        if ((await sealer.open(tenantId, placeOf(id), card_sealed).catch(() => '')) !== CARD) failed++
    }
  } finally {
    await close()
  }
  const paid = await asLoad(program, 'POST', '/api/v1/payments', { body: paymentBody() })
  say(`without the old keys: ${ids.length} cards read, failed ${failed}; a payment answers ${paid.status}`)
  return failed === 0 && paid.status === 200
}

const keysCommand = (program: Program, ...words: string[]): string => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/cli/vezne.ts', 'keys', ...words], {
    env: { PATH: process.env.PATH, VEZNE_DATA_DIR: program.dataDir },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`vezne keys ${words.join(' ')}: ${stderr}`)
  return stdout.trim()
}
