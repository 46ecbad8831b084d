/** The finance team of tenant-load, without rate limits: its people, its account, its bank, and the ledgers of both sides. */
import pg from 'pg'
import { findDifferingBalances } from '../../src/transfers/ledger/verification-store.ts'
import { type BankProcess, startBank } from './bank.ts'
import type { Answer } from './http.ts'
import { item } from './transfers.ts'
import { until } from './until.ts'
import { startVezne, type Vezne, type VezneOptions } from './vezne.ts'

export const LOAD_TENANT = '00000000-0000-4000-8000-000000000012'
export const LOAD_MERCHANT = '00000000-0000-4000-8000-000000000024'
const REALM = 'tenant-load'
const PATIENCE_MS = 60_000

/** Receivers by what the simulated bank does with them (simulators/bank/README.md). */
export const RECEIVERS = {
  completes: 'TR160090100000000000009000',
  delivered: 'TR860090100000000000009001',
  refused: 'TR320090100000000000009003',
  silentBooked: 'TR210090100000000000009007',
  silent: 'TR910090100000000000009008',
  twiceNotProcessed: 'TR640090100000000000009009',
  neverProcessed: 'TR370090100000000000009010',
} as const

export type Person = 'maker' | 'checker' | 'sender' | 'admin'
// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

export interface LoadTeam {
  readonly vezne: Vezne
  readonly bank: BankProcess
  /** The account the tenant pays from. */
  readonly source: { id: string; iban: string }
  call(as: Person, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  bulk(as: Person, verb: 'create' | 'approve' | 'reject' | 'send', body: object): Promise<Answer>
  item(iban: string, changes?: Json): Json
  create(items: readonly Json[]): Promise<string[]>
  /** As the owner of the schema. */
  rows(text: string, values?: unknown[]): Promise<Json[]>
  /** Moves the clock until none of the transfers of the tenant is under way. */
  settle(stepMs?: number): Promise<void>
  /** Differences between the ledger and the bank: empty when all is well. */
  differences(): Promise<string[]>
  stop(): Promise<void>
}

export const startLoadTeam = async (options: Pick<VezneOptions, 'reach'> = {}): Promise<LoadTeam> => {
  const bank = await startBank()
  const vezne = await startVezne({ ...options, env: { VEZNE_BANK_URL: bank.url } })
  const owner = new pg.Pool({ connectionString: vezne.ownerUrl, max: 2 })
  const rows = async (text: string, values: unknown[] = []): Promise<Json[]> => (await owner.query(text, values)).rows
  const call: LoadTeam['call'] = async (as, method, path, body, headers = {}) =>
    vezne.request('transfers', method, `/api/v1${path}`, {
      token: await vezne.token(as, REALM),
      ...(body === undefined ? {} : { body }),
      headers: { 'x-tenant-id': LOAD_TENANT, 'x-merchant-id': LOAD_MERCHANT, ...headers },
    })
  const bulk: LoadTeam['bulk'] = (as, verb, body) => call(as, 'POST', `/transfers/bulk/${verb}`, body)
  await until('the books are open', async () => (await balancesOf(rows)).length > 0)
  const [source] = await rows('select id, iban from source_accounts where tenant_id = $1', [LOAD_TENANT])
  return {
    vezne,
    bank,
    source,
    call,
    bulk,
    item: (iban, changes = {}) =>
      item({ source_account_id: source.id, recipient: { iban, holder_name: 'Ayşe Yılmaz' }, ...changes }),
    async create(items) {
      const answer = await bulk('maker', 'create', { items })
      if (answer.status !== 201) throw new Error(answer.text)
      return answer.body.transfers.map(({ id }: { id: string }) => id)
    },
    rows,
    async settle(stepMs = 10_000) {
      await until(
        'all transfers have ended',
        async () => {
          const [open] = await rows(
            `select count(*)::int as n from transfers where tenant_id = $1 and status in ('processing', 'delivered')`,
            [LOAD_TENANT],
          )
          if (open.n === 0) return true
          await vezne.moveClock(stepMs)
          return false
        },
        PATIENCE_MS,
      )
    },
    differences: async () => [
      ...(await vezne.runtime.db.transaction({ as: 'platform' }, findDifferingBalances)).map((found) =>
        JSON.stringify(found),
      ),
      ...(await differencesToBank(rows, bank)),
    ],
    async stop() {
      await owner.end()
      await vezne.stop()
      await bank.stop()
    },
  }
}

const balancesOf = (rows: LoadTeam['rows'], tenantId = LOAD_TENANT): Promise<Json[]> =>
  rows(
    `select a.iban, a.currency, b.available::text, b.reserved::text from source_balances b
       join source_accounts a on a.tenant_id = b.tenant_id and a.id = b.account_id where a.tenant_id = $1`,
    [tenantId],
  )

/** The bank's ledger is the oracle: balances to the kuruş, each transfer paid once or not at all, no call out of order. */
export const differencesToBank = async (
  rows: LoadTeam['rows'],
  bank: BankProcess,
  tenantId = LOAD_TENANT,
): Promise<string[]> => {
  const found: string[] = []
  const { accounts } = (await bank.control.call('GET', '/accounts')).body
  for (const { iban, available, reserved } of await balancesOf(rows, tenantId)) {
    const there = accounts.find((account: Json) => account.iban === iban)
    if (Number(available) + Number(reserved) !== (there?.balance ?? there?.available_balance))
      found.push(`${iban}: ${available} and ${reserved} reserved here, ${JSON.stringify(there)} there`)
  }
  const booked = await bookedAtBank(bank)
  for (const { id, status, amount } of await rows(
    'select id, status, amount::text from transfers where tenant_id = $1',
    [tenantId],
  )) {
    const orders = booked.get(id) ?? []
    const isPaid = status === 'completed' || status === 'delivered'
    if (orders.length !== (isPaid ? 1 : 0)) found.push(`${id} is ${status}, booked ${orders.length} times`)
    for (const order of orders) if (String(order.amount) !== amount) found.push(`${id}: ${order.amount} for ${amount}`)
  }
  const { violations } = await bank.control.verdict()
  for (const [name, count] of Object.entries(violations)) if (count > 0) found.push(`${count} times ${name}`)
  return found
}

/** Orders whose money has left, by transfer; what came back later did leave. */
const bookedAtBank = async (bank: BankProcess): Promise<Map<string, Json[]>> => {
  const transfers = await bank.control.allTransfers()
  return Map.groupBy(
    transfers.filter(({ booked, status }: Json) => booked || status === 'returned'),
    ({ transfer_id }: Json) => transfer_id,
  ) as Map<string, Json[]>
}
