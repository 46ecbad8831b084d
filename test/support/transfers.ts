/** A finance team at a started program with its bank: makers, checkers, senders, and the bank's own ledger. */

import type { BankProcess } from './bank.ts'
import { startBank } from './bank.ts'
import type { Answer } from './http.ts'
import { until } from './until.ts'
import { startVezne, type Vezne, type VezneOptions } from './vezne.ts'

export const TENANT = '00000000-0000-4000-8000-000000000010'
export const SOURCE = '00000000-0000-4000-8000-000000000050'
/** An account of 1,000,000.00 dollars at the same bank. */
export const DOLLARS = '00000000-0000-4000-8000-000000000051'
export const MERCHANT = '00000000-0000-4000-8000-000000000020'
/** Completes one second after it was sent. */
export const GOOD_IBAN = 'TR160090100000000000009000'

export type Person = 'maker' | 'checker' | 'sender' | 'admin'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

export interface TransferTeam {
  readonly vezne: Vezne
  readonly bank: BankProcess
  call(as: Person, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Ids of new transfers. */
  create(items: readonly Json[]): Promise<string[]>
  approve(ids: readonly string[]): Promise<Answer>
  send(ids: readonly string[]): Promise<Answer>
  transfer(id: string): Promise<Json>
  /** Moves the clock a second at a time until every transfer has one of these states. */
  untilStates(ids: readonly string[], states: readonly string[], stepMs?: number): Promise<Json[]>
  stop(): Promise<void>
}

export const item = (changes: Json = {}): Json => ({
  source_account_id: SOURCE,
  transfer_type: 'fast',
  recipient: { iban: GOOD_IBAN, holder_name: 'Ayşe Yılmaz' },
  amount: { value: 12_345, currency_code: 'TRY' },
  ...changes,
})

export const startTransferTeam = async (options: Pick<VezneOptions, 'shards'> = {}): Promise<TransferTeam> => {
  const bank = await startBank()
  const vezne = await startVezne({ ...options, env: { VEZNE_BANK_URL: bank.url } })
  const call: TransferTeam['call'] = async (as, method, path, body, headers = {}) =>
    vezne.request('transfers', method, path, {
      token: await vezne.token(as),
      ...(body === undefined ? {} : { body }),
      headers: { 'x-tenant-id': TENANT, 'x-merchant-id': MERCHANT, ...headers },
    })
  const step = (as: Person, verb: string, ids: readonly string[]): Promise<Answer> =>
    call(as, 'POST', `/api/v1/transfers/bulk/${verb}`, { transfer_ids: ids })
  const transfer = async (id: string): Promise<Json> => {
    return (await call('maker', 'GET', `/api/v1/transfers/${id}`)).body
  }
  await until('the books are open', async () => {
    const { rows } = await booksOf(vezne)
    return rows.length >= 2
  })
  return {
    vezne,
    bank,
    call,
    async create(items) {
      const answer = await call('maker', 'POST', '/api/v1/transfers/bulk/create', { items })
      if (answer.status !== 201) throw new Error(answer.text)
      return answer.body.transfers.map(({ id }: { id: string }) => id)
    },
    approve: (ids) => step('checker', 'approve', ids),
    send: (ids) => step('sender', 'send', ids),
    transfer,
    async untilStates(ids, states, stepMs = 1_000) {
      const seen = new Map<string, Json>()
      await until(`all are ${states}`, async () => {
        // One list instead of a read each: the tenant's plan has a limit.
        const page = await call('maker', 'GET', '/api/v1/transfers?page_size=100')
        for (const row of page.body.items ?? []) if (ids.includes(row.id)) seen.set(row.id, row)
        if (ids.every((id) => states.includes(seen.get(id)?.status))) return true
        await vezne.moveClock(stepMs)
        return false
      })
      return Promise.all(ids.map(transfer))
    },
    async stop() {
      await vezne.stop()
      await bank.stop()
    },
  }
}

/** Balances of the demo tenant's source accounts, and whether every posting adds up. */
export const booksOf = async (vezne: Vezne) => {
  const rows = await vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.query<{ account_id: string; available: number; reserved: number }>(
      'select account_id, available, reserved from source_balances where tenant_id = $1 order by account_id',
      [TENANT],
    ),
  )
  return { rows, of: (id: string) => rows.find(({ account_id }) => account_id === id) }
}
