/** The baseline of migrations: a file a noun in the order of ranks, and the way of a database from before it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { readTexts } from '../../scripts/pages/read-texts.ts'
import { NOUNS } from '../../scripts/ranks.ts'
import { tablesMade } from '../../scripts/sql-tables.ts'
import { tableOwners } from '../../scripts/tables.ts'
import { openRuntime } from '../../src/app/open-runtime.ts'
import { examine } from '../../src/cli/doctor/doctor.ts'
import { KNOWN, MIGRATIONS_FOLDER } from '../../src/infra/database/migrations/migration-files.ts'
import { runMigrations } from '../../src/infra/database/migrations/run-migrations.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import { childEnv } from '../support/child-env.ts'
import { makeDatabase, onServer, type TestDatabase, testServer } from '../support/test-server.ts'

const FILES_MAX = 20
const BASELINE = KNOWN.filter((name) => name < '0019')
const BEFORE = readFileSync(new URL('../fixtures/migrations-before-baseline.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')

const nounOf = (name: string): string => name.replace(/^.*\d{4}_|\.sql$/g, '')

test('a file is a noun, in the order of ranks; it makes the tables that its noun writes and no others', () => {
  const ranked = NOUNS.flat().filter((noun) => noun !== 'core')
  const later = BASELINE.map(nounOf).slice(ranked.length)
  assert.deepEqual(BASELINE.map(nounOf), [...ranked, ...[...later].sort()])
  assert.ok(BASELINE.length <= FILES_MAX)
  const migrations = readTexts('migrations/*.sql')
  const owners = new Map(
    tableOwners(migrations, readTexts('src/**/*.ts')).map(({ table, owner }) => [table, owner ?? 'infra']),
  )
  for (const [path, text] of migrations) {
    if (!BASELINE.some((name) => path.endsWith(`${name}.sql`))) continue
    for (const table of tablesMade(new Map([[path, text]])))
      assert.equal(owners.get(table), nounOf(path), `${path} makes ${table}`)
  }
})

const settingsOf = ({ url }: TestDatabase): Record<string, string> => ({
  DATABASE_URL: url,
  VEZNE_MASTER_KEYS: testServer().masterKeys,
  VEZNE_LOG_LEVEL: 'error',
})
const start = async (database: TestDatabase, said: string[] = []): Promise<void> => {
  const open = await openRuntime(loadConfig(settingsOf(database)), (line) => void said.push(line))
  await open.close()
}
const carryOver = (database: TestDatabase): { status: number | null; said: string } => {
  const ran = spawnSync(process.execPath, ['src/cli/vezne.ts', 'database', 'carry-over'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...childEnv(), ...settingsOf(database) },
    encoding: 'utf8',
  })
  return { status: ran.status, said: ran.stdout + ran.stderr }
}
const run = <Row>({ name }: TestDatabase, statement: string): Promise<Row[]> =>
  onServer<Row>(testServer(), statement, name)
const applied = async (database: TestDatabase): Promise<string[]> =>
  (await run<{ name: string }>(database, 'select name from schema_migrations')).map(({ name }) => name).sort()
const pretend = (database: TestDatabase, names: readonly string[]): Promise<unknown> =>
  run(
    database,
    `delete from schema_migrations;
     insert into schema_migrations (name, run_on) select name, now() from unnest(array['${names.join("', '")}']) as name`,
  )

/** A database with the schema of the baseline, and nothing that came later. */
const makeBaseline = async (): Promise<TestDatabase> => {
  const folder = await mkdtemp(join(tmpdir(), 'vezne-baseline-'))
  const database = await makeDatabase('empty')
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  try {
    for (const name of BASELINE) await copyFile(join(MIGRATIONS_FOLDER, `${name}.sql`), join(folder, `${name}.sql`))
    assert.deepEqual(await runMigrations(owner, () => undefined, folder), BASELINE)
  } finally {
    await owner.end()
    await rm(folder, { recursive: true })
  }
  return database
}

test('a database from before the baseline is refused with the command that carries it over, once', async () => {
  const database = await makeBaseline()
  try {
    await pretend(database, BEFORE)
    await run(
      database,
      `alter table bank_files drop constraint bank_files_origin;
       alter table bank_files add constraint bank_files_origin check (origin in ('folder', 'machine', 'person', 'earlier')) not valid`,
    )
    await assert.rejects(
      start(database),
      /before the baseline of migrations; carry it over once: .*database carry-over/,
    )
    const found = (await examine(settingsOf(database))).find(({ check }) => check === 'schema')
    assert.equal(found?.state, 'fail')
    assert.match(found?.action ?? '', /database carry-over/)

    const first = carryOver(database)
    assert.equal(first.status, 0, first.said)
    assert.match(first.said, /carried over: the names of 160 migrations/)
    assert.deepEqual(await applied(database), BASELINE)
    const open = await run(
      database,
      `select conname from pg_constraint where connamespace = 'public'::regnamespace and not convalidated`,
    )
    assert.deepEqual(open, [])
    await start(database)
    assert.match(carryOver(database).said, /of the baseline already/)
    assert.deepEqual(await applied(database), [...KNOWN])
  } finally {
    await database.drop()
  }
})

test('a database with fewer or other migrations than those is not carried over, and nothing in it changes', async () => {
  const database = await makeDatabase()
  try {
    for (const names of [BEFORE.slice(0, -1), [...BEFORE, '0490_other']]) {
      await pretend(database, names)
      const refused = carryOver(database)
      assert.equal(refused.status, 2, refused.said)
      assert.match(refused.said, /only a database with all of them up to 0481_settlement-runs-begun-by-statement/)
      assert.deepEqual(await applied(database), names)
      await assert.rejects(start(database), /made before the baseline/)
    }
  } finally {
    await database.drop()
  }
})

test('the first start says in one line that it made the schema, the next one says nothing of it', async () => {
  const database = await makeDatabase('empty')
  try {
    const said: string[] = []
    await start(database, said)
    const lines = said.filter((line) => line.includes('schema'))
    assert.deepEqual(lines, [`made the schema, ${KNOWN.length} files of migrations/`])
    said.length = 0
    await start(database, said)
    assert.deepEqual(
      said.filter((line) => line.includes('schema')),
      [],
    )
  } finally {
    await database.drop()
  }
})
