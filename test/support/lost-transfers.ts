/** Transfers that a restored database has lost: made, approved and sent after the backup, and made again afterwards. */
import type { Answer } from './http.ts'
import { LOAD_MERCHANT, LOAD_TENANT, type Person, RECEIVERS } from './load-team.ts'
import { item } from './transfers.ts'
import { until } from './until.ts'
import type { Vezne } from './vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const PATIENCE_MS = 60_000

export const openTeam = (vezne: Vezne) => {
  const call = async (as: Person, path: string, body: Json, key?: string): Promise<Answer> =>
    vezne.request('transfers', 'POST', `/api/v1/${path}`, {
      token: await vezne.token(as, 'tenant-load'),
      headers: {
        'x-tenant-id': LOAD_TENANT,
        'x-merchant-id': LOAD_MERCHANT,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body,
    })
  const rows = (text: string, values: unknown[]): Promise<Json[]> =>
    vezne.runtime.db.transaction({ of: LOAD_TENANT }, (tx) => tx.query<Json>(text, values))
  const STATES = `select external_id, status, error_code from transfers where tenant_id = $1 and id = any($2::uuid[]) order by external_id`
  const approveAndSend = async (transfer_ids: readonly string[]): Promise<void> => {
    for (const [who, step] of [
      ['checker', 'approve'],
      ['sender', 'send'],
    ] as const) {
      const answer = await call(who, `transfers/bulk/${step}`, { transfer_ids })
      if (answer.status > 202) throw new Error(answer.text)
    }
  }
  let lists = 0
  /** Each with an external id of its own; every third is refused by its bank. */
  const make = async (name: string, count: number, change: Json = {}): Promise<string[]> => {
    const [source] = await rows('select id from source_accounts where tenant_id = $1', [LOAD_TENANT])
    const items = Array.from({ length: count }, (_, n) =>
      item({
        source_account_id: source.id,
        external_id: `${name}-${String(n).padStart(3, '0')}`,
        amount: { value: 10_000 + n, currency_code: 'TRY' },
        recipient: { iban: n % 3 === 2 ? RECEIVERS.refused : RECEIVERS.completes, holder_name: 'Ayşe Yılmaz' },
        ...change,
      }),
    )
    const created = await call('maker', 'transfers/bulk/create', { items }, `create-${name}-${++lists}`)
    if (created.status !== 201) throw new Error(created.text)
    return created.body.transfers.map(({ id }: Json) => id)
  }
  return {
    call,
    rows,
    make,
    approveAndSend,
    /** The books of the accounts are open. */
    ready: () =>
      until(
        'the books are open',
        async () => (await rows('select 1 from source_balances where tenant_id = $1', [LOAD_TENANT])).length > 0,
      ),
    /** {@link make}, approved and sent. */
    async pay(name: string, count: number, change: Json = {}): Promise<string[]> {
      const transfer_ids = await make(name, count, change)
      await approveAndSend(transfer_ids)
      return transfer_ids
    },
    /** Moves the clock until all have ended; returns how, by external id. */
    async ended(ids: readonly string[]): Promise<Json[]> {
      await until(
        'all transfers have ended',
        async () => {
          const states = await rows(STATES, [LOAD_TENANT, ids])
          if (states.every(({ status }) => ['completed', 'failed'].includes(status))) return true
          await vezne.moveClock(5_000)
          return false
        },
        PATIENCE_MS,
      )
      return rows(STATES, [LOAD_TENANT, ids])
    },
  }
}
