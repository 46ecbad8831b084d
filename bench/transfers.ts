/** Transfers: bulk create at one and ten calls at once, approve and send of 1,000, and full life cycles through the bank simulator. */
import { readFileSync } from 'node:fs'
import { composeIBAN } from 'ibantools'
import pg from 'pg'
import { cpuTimeOf } from './cpu-time.ts'
import { openLine } from './line.ts'
import { load } from './load.ts'
import { writeRequest } from './payments.ts'
import { openReference, type Reference } from './reference.ts'
import type { BenchServer } from './server.ts'

type Say = (line: string) => void

const TENANT = '00000000-0000-4000-8000-000000000012'
const MERCHANT = '00000000-0000-4000-8000-000000000024'
const ITEMS = 1_000
const CALLS_AT_ONCE = [1, 10]
const DECIDED = 5 // calls of approve and send that are timed
/** BENCH_TRANSFERS of them run to completion; 100,000 is the required volume. */
const WHOLE_LIVES = Number(process.env.BENCH_TRANSFERS ?? 20_000)
const LOOK_MS = 500
const GIVE_UP_MS = 15 * 60_000

interface Team {
  server: BenchServer
  sourceId: string
  sourceIban: string
}

export const benchTransfers = async (server: BenchServer, seconds: number, say: Say): Promise<void> => {
  const reference = await openReference(server.databaseUrl)
  const team = await teamOf(server)
  await createMany(team, reference, seconds, say)
  await decideMany(team, say)
  await liveWhole(team, reference, seconds, say)
  await reference.close()
}

const teamOf = async (server: BenchServer): Promise<Team> => {
  const [account] = await rows(server, `select id, iban from source_accounts where tenant_id = '${TENANT}'`)
  if (account === undefined) throw new Error('tenant-load has no source account')
  return { server, sourceId: String(account.id), sourceIban: String(account.iban) }
}

/** People are paid on accounts of their own: 10,000 different ones, all of which the simulator completes. */
const RECEIVERS = Array.from({ length: 10_000 }, (_, n) =>
  composeIBAN({ countryCode: 'TR', bban: `009020000${String(n).padStart(9, '0')}1234` }),
)
let made = 0
const itemOf = (sourceId: string): string => {
  const n = made++
  return `{"source_account_id":"${sourceId}","external_id":"SALARY-${n}","description":"Maaş ${n % 12}","transfer_type":"fast","recipient":{"holder_name":"Ayşe Yılmaz ${n % 997}","iban":"${RECEIVERS[n % RECEIVERS.length]}"},"amount":{"value":${(n % 90) * 100 + 1_000},"currency_code":"TRY"}}`
}

const HEADERS = `X-Tenant-Id: ${TENANT}\r\nX-Merchant-Id: ${MERCHANT}\r\n`
const path = (verb: string): string => `/api/v1/transfers/bulk/${verb}`
const createRequest = (sourceId: string, token: string): Buffer =>
  writeRequest({
    path: path('create'),
    token,
    headers: HEADERS,
    json: `{"items":[${Array.from({ length: ITEMS }, () => itemOf(sourceId)).join(',')}]}`,
  })

const cells = (...texts: string[]): string => texts.map((text) => text.padStart(14)).join('')

const createMany = async (team: Team, reference: Reference, seconds: number, say: Say): Promise<void> => {
  say(`\nbulk create of ${ITEMS}, events and idempotency included; reference: ${reference.name}, before and after`)
  say(cells('calls at once', 'transfers/s', 'p50 ms', 'p95 ms', 'reference/s', 'ratio'))
  for (const connections of CALLS_AT_ONCE) {
    const token = await team.server.token('maker')
    const before = await reference.measure(connections, seconds / 2)
    const result = await load({
      url: team.server.urls.transfers,
      connections,
      durationMs: seconds * 1_000,
      next: () => createRequest(team.sourceId, token),
    })
    const after = await reference.measure(connections, seconds / 2)
    const at = (before + after) / 2
    const perSecond = result.perSecond * ITEMS
    say(
      cells(
        String(connections),
        perSecond.toFixed(0),
        result.p50.toFixed(0),
        result.p95.toFixed(0),
        at.toFixed(0),
        (perSecond / at).toFixed(2),
      ),
    )
    const others = Object.entries(result.statuses).filter(([status]) => status !== '201')
    if (others.length > 0) say(`  other answers: ${JSON.stringify(Object.fromEntries(others))}`)
  }
}

/** Creates one call's worth; returns the ids. */
const createOnce = async ({ server, sourceId }: Team): Promise<string[]> => {
  const token = await server.token('maker')
  const line = await openLine(server.urls.transfers)
  const { status, text } = await line.ask(createRequest(sourceId, token))
  line.close()
  if (status !== 201) throw new Error(text.slice(0, 600))
  const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) as { transfers: { id: string }[] }
  return body.transfers.map(({ id }) => id)
}

/** Returns milliseconds. */
const step = async ({ server }: Team, client: string, verb: string, ids: readonly string[]): Promise<number> => {
  const token = await server.token(client)
  const line = await openLine(server.urls.transfers)
  const json = JSON.stringify({ transfer_ids: ids })
  const started = performance.now()
  const { status, text } = await line.ask(writeRequest({ path: path(verb), token, headers: HEADERS, json }))
  const took = performance.now() - started
  line.close()
  if (status >= 300) throw new Error(text.slice(0, 600))
  return took
}

const decideMany = async (team: Team, say: Say): Promise<void> => {
  await deposit(team, DECIDED * ITEMS * 20_000)
  const approved: number[] = []
  const sent: number[] = []
  for (let n = 0; n < DECIDED; n++) {
    const ids = await createOnce(team)
    approved.push(await step(team, 'checker', 'approve', ids))
    sent.push(await step(team, 'sender', 'send', ids))
    await untilDone(team)
  }
  const median = (times: number[]): string => (times.sort((a, b) => a - b)[DECIDED >> 1] ?? 0).toFixed(0)
  say(`\napprove of ${ITEMS}: ${median(approved)} ms; send of ${ITEMS}: ${median(sent)} ms (median of ${DECIDED})`)
}

/** From the first send until the last one is terminal, through the bank simulator. */
const liveWhole = async (team: Team, reference: Reference, seconds: number, say: Say): Promise<void> => {
  const { server } = team
  await deposit(team, WHOLE_LIVES * 20_000)
  const calls = Math.ceil(WHOLE_LIVES / ITEMS)
  const batches: string[][] = []
  for (let n = 0; n < calls; n++) {
    const ids = await createOnce(team)
    await step(team, 'checker', 'approve', ids)
    batches.push(ids)
  }
  const before = await reference.measure(16, seconds / 2)
  const memory = [residentMb(server.pid)]
  const cpuTime = cpuTimeOf(server)
  const spent = cpuTime()
  const started = performance.now()
  for (const ids of batches) {
    await step(team, 'sender', 'send', ids)
    memory.push(residentMb(server.pid))
  }
  await untilDone(team, () => memory.push(residentMb(server.pid)))
  const perSecond = (calls * ITEMS) / ((performance.now() - started) / 1_000)
  const [first = 0] = memory
  say(
    `\n${calls * ITEMS} transfers from send to their end through the bank simulator: ${perSecond.toFixed(0)}/s ` +
      `(${reference.name} at 16 clients before it: ${before.toFixed(0)}/s, ratio ${(perSecond / before).toFixed(2)}), ${(((cpuTime() - spent) * 1_000) / (calls * ITEMS)).toFixed(0)} µs of processor time each`,
  )
  say(
    `resident before ${first.toFixed(0)} MB, highest ${Math.max(...memory).toFixed(0)} MB, after ${(memory.at(-1) ?? 0).toFixed(0)} MB`,
  )
  const ends = await rows(
    server,
    `select status, count(*)::int as count from transfers where sent_at is not null group by 1`,
  )
  say(`all that was sent: ${ends.map(({ status, count }) => `${count} ${status}`).join(', ')}`)
}

const untilDone = async ({ server }: Team, look: () => void = () => undefined): Promise<void> => {
  const until = performance.now() + GIVE_UP_MS
  for (;;) {
    const [open] = await rows(server, 'select 1 as some from transfers where next_step_at is not null limit 1')
    look()
    if (open === undefined) return
    if (performance.now() > until) throw new Error('transfers are still open')
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** Money at the bank, and in the ledger without waiting for the next reconciliation. */
const deposit = async ({ server, sourceId, sourceIban }: Team, amount: number): Promise<void> => {
  const answer = await fetch(`${server.urls.bank}/bench/accounts/${sourceIban}/deposits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ amount, description: 'BankControl' }),
  })
  if (!answer.ok) throw new Error(`deposit: ${await answer.text()}`)
  await rows(
    server,
    `update source_balances set checked_at = checked_at - interval '10 minutes' where account_id = '${sourceId}'`,
  )
  const until = performance.now() + GIVE_UP_MS
  for (;;) {
    const [balance] = await rows(server, `select available from source_balances where account_id = '${sourceId}'`)
    if (Number(balance?.available) >= amount) return
    if (performance.now() > until) throw new Error('the books do not see the deposit')
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

const rows = async ({ databaseUrl }: BenchServer, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`select set_config('app.tenant_ids', '{${TENANT}}', false)`)
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
