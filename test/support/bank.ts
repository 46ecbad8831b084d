/** The bank simulator as a process of its own, and a client of its control interface: for tests of the bank and of its callers. */

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../src/infra/process/free-ports.ts'
import { builtProgram } from './built-programs.ts'
import { childEnv } from './child-env.ts'
import { makeScratch } from './scratch.ts'
import { discardFolder, noteText } from './seen.ts'

const PAGE = 20_000
/** A run that has not built the bank starts its sources. */
const SOURCES_MAIN = fileURLToPath(new URL('../../simulators/bank/main.ts', import.meta.url))

export interface BankFault {
  kind: string
  id?: string
  match?: Record<string, string | number>
  /** 1 when absent; null = until it is removed. */
  times?: number | null
  probability?: number
  seed?: string
  parameters?: Record<string, string | number | boolean>
}

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

export interface BankControl {
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }>
  /** Arms faults; returns them with ids and seeds. */
  arm(...faults: BankFault[]): Promise<Json[]>
  disarm(): Promise<void>
  faults(): Promise<Json[]>
  /** Undefined: not known there. */
  order(merchant: string, orderId: string): Promise<Json | undefined>
  /** All orders, however many. */
  allOrders(): Promise<Json[]>
  allTransfers(): Promise<Json[]>
  /** All orders, with their sums. */
  orders(): Promise<{ orders: Json[]; sums: Json[] }>
  journal(from?: number): Promise<Json[]>
  balances(): Promise<{ balances: Record<string, number>; sum: number }>
  requests(orderId?: string): Promise<Json[]>
  verdict(): Promise<{ violations: Record<string, number>; total: number }>
  endDay(): Promise<void>
  now(): Promise<string>
  setClock(now: Date): Promise<void>
  advance(seconds: number): Promise<void>
}

export interface BankProcess {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  readonly pid: number
  readonly control: BankControl
  /** Stops it gracefully; its own folder is removed, too. */
  stop(): Promise<void>
  /** kill -9; the folder stays, for a next start on it. */
  kill(): Promise<void>
  output(): string
}

export interface BankSettings {
  port?: number
  dataDir?: string
  seed?: string
  lenient?: boolean
  /** The initial time of its clock; real time when absent, so that a day may end in the middle of a test. */
  now?: Date
}

/** A working morning in Istanbul, for tests whose business day must not end by itself. */
export const MORNING = new Date('2027-05-11T06:00:00Z')

export const startBank = async (settings: BankSettings = {}): Promise<BankProcess> => {
  const port = settings.port ?? (await freePort())
  const dataDir = settings.dataDir ?? makeScratch('vezne-bank-')
  const { seed = 'test', lenient = false } = settings
  const words = ['--port', String(port), '--folder', dataDir, '--seed', seed, ...(lenient ? ['--lenient'] : [])]
  const { main, env } = builtProgram('bank') ?? { main: SOURCES_MAIN, env: {} }
  const child = spawn(process.execPath, [main, '--attached', ...words], {
    env: { ...childEnv(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  const exit = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      output += chunk
      if (output.includes('bank ready')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void exit.then(() => reject(new Error(`the bank ended before it was ready:\n${output}`)))
  })
  const url = `http://127.0.0.1:${port}`
  if (settings.now) await controlAt(url).setClock(settings.now)
  return {
    url,
    port,
    dataDir,
    pid: child.pid!,
    control: controlAt(url),
    output: () => output,
    async stop() {
      child.stdin.end()
      await exit
      noteText('output', output)
      if (settings.dataDir === undefined) discardFolder(dataDir)
    },
    async kill() {
      child.kill('SIGKILL')
      await exit
    },
  }
}

export const controlAt = (url: string): BankControl => {
  const call: BankControl['call'] = async (method, path, body) => {
    const answer = await fetch(`${url}/control${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const ask = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await call(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const all = async (what: string): Promise<Json[]> => {
    const found: Json[] = []
    for (let after: number | null = 0; after !== null; ) {
      const page: Json = await ask('GET', `/${what}?limit=${PAGE}&after=${after}`)
      found.push(...page[what])
      after = page.next
    }
    return found
  }
  return {
    call,
    arm: async (...faults) => (await ask('PUT', '/faults', faults)).faults,
    disarm: () => ask('DELETE', '/faults'),
    faults: async () => (await ask('GET', '/faults')).faults,
    async order(merchant, orderId) {
      const { status, body } = await call('GET', `/orders/${merchant}/${orderId}`)
      return status === 404 ? undefined : body
    },
    allOrders: () => all('orders'),
    allTransfers: () => all('transfers'),
    orders: () => ask('GET', '/orders?limit=100000'),
    journal: async (from = 1) => (await ask('GET', `/journal?from=${from}&limit=100000`)).entries,
    balances: () => ask('GET', '/balances'),
    requests: async (orderId) => (await ask('GET', `/requests${orderId ? `?orderId=${orderId}` : ''}`)).requests,
    verdict: () => ask('GET', '/verdict'),
    endDay: () => ask('POST', '/day-end'),
    now: async () => (await ask('GET', '/clock')).now,
    setClock: (now) => ask('POST', '/clock', { now: now.toISOString() }),
    advance: (seconds) => ask('POST', '/clock', { advance_s: seconds }),
  }
}
