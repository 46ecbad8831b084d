/** What the machine and its PostgreSQL do at best: pgbench's own transaction, on the same server in the same run. */
import { spawnSync } from 'node:child_process'
import pg from 'pg'

export interface Reference {
  /** Transactions a second with so many clients. */
  measure(clients: number, seconds: number): Promise<number>
  /** Which program measured. */
  name: string
  close(): Promise<void>
}

const SCALE = 10
const DATABASE = 'reference'

export const openReference = async (ownerUrl: string): Promise<Reference> => {
  const url = new URL(ownerUrl)
  await withClient(ownerUrl, (client) => client.query(`create database ${DATABASE}`))
  url.pathname = `/${DATABASE}`
  const hasPgbench = spawnSync('pgbench', ['--version']).status === 0
  return hasPgbench ? withPgbench(url.href) : withPg(url.href)
}

const withPgbench = (url: string): Reference => {
  const run = (args: string[]): string => {
    const result = spawnSync('pgbench', [...args, url], { encoding: 'utf8' })
    if (result.status !== 0) throw new Error(`pgbench: ${result.stderr}`)
    return result.stdout
  }
  run(['-i', '-q', '-s', String(SCALE)])
  return {
    name: 'pgbench -N -M prepared',
    async measure(clients, seconds) {
      const output = run([
        '-N',
        '-M',
        'prepared',
        '-c',
        String(clients),
        '-j',
        '2',
        '-T',
        String(Math.max(1, Math.round(seconds))),
        '-n',
      ])
      return Number(/tps = ([0-9.]+)/.exec(output)?.[1])
    },
    close: async () => undefined,
  }
}

/** The same three statements through pg, for machines without pgbench; slower than pgbench by what Node costs. */
const withPg = async (url: string): Promise<Reference> => {
  await withClient(url, async (client) => {
    await client.query(
      'create table pgbench_accounts (aid integer primary key, bid integer, abalance integer, filler char(84))',
    )
    await client.query(
      'create table pgbench_history (tid integer, bid integer, aid integer, delta integer, mtime timestamp, filler char(22))',
    )
    await client.query(`insert into pgbench_accounts select n, 1, 0, '' from generate_series(1, ${SCALE * 100_000}) n`)
  })
  return {
    name: 'the transaction of pgbench -N through pg (pgbench is not on this machine)',
    measure: (clients, seconds) => measureWithPg(url, clients, seconds),
    close: async () => undefined,
  }
}

const measureWithPg = async (url: string, clients: number, seconds: number): Promise<number> => {
  const pool = Array.from({ length: clients }, () => new pg.Client({ connectionString: url }))
  await Promise.all(pool.map((client) => client.connect()))
  const until = performance.now() + seconds * 1000
  let done = 0
  await Promise.all(
    pool.map(async (client) => {
      while (performance.now() < until) {
        const aid = 1 + Math.floor(Math.random() * SCALE * 100_000)
        const delta = Math.floor(Math.random() * 10_000) - 5_000
        await client.query('begin')
        await client.query({
          name: 'u',
          text: 'update pgbench_accounts set abalance = abalance + $1 where aid = $2',
          values: [delta, aid],
        })
        await client.query({ name: 's', text: 'select abalance from pgbench_accounts where aid = $1', values: [aid] })
        await client.query({
          name: 'i',
          text: 'insert into pgbench_history (tid, bid, aid, delta, mtime) values (1, 1, $1, $2, current_timestamp)',
          values: [aid, delta],
        })
        await client.query('commit')
        done++
      }
    }),
  )
  await Promise.all(pool.map((client) => client.end()))
  return done / seconds
}

const withClient = async (url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
