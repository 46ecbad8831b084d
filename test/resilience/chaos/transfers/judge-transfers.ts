/** The program's transfer ledger against the bank's: what must be empty after all the faults, kills and stops. */
import type { BankProcess } from '../../../support/bank.ts'
import { differencesToBank, LOAD_TENANT } from '../../../support/load-team.ts'
import type { Verdict } from '../oracle.ts'
import { asOwner } from '../platform-records.ts'
import type { Promises } from './crews.ts'

// biome-ignore lint/suspicious/noExplicitAny: rows of many queries
type Rows = (text: string, values?: unknown[]) => Promise<any[]>

export const rowsAt =
  (url: string): Rows =>
  (text, values = []) =>
    asOwner(url, async (client) => (await client.query(text, values)).rows)

export const judgeTransfers = async (
  rows: Rows,
  bank: BankProcess,
  promises: Promises,
  tenantId = LOAD_TENANT,
): Promise<Verdict> => {
  const faultsOf = async (text: string): Promise<string[]> =>
    (await rows(text, [tenantId])).map((row) => JSON.stringify(row))
  return {
    'the bank says otherwise': await differencesToBank(rows, bank, tenantId),
    'never ended': await faultsOf(
      `select id, status, step, next_step_at, lease_until, lease_owner, now() from transfers where tenant_id = $1 and status in ('processing', 'delivered')`,
    ),
    'a balance is not the sum of its postings': await faultsOf(
      `select b.account_id, b.available, b.reserved, p.* from source_balances b cross join lateral (
         select sum(amount * ((debit_account = 'available:' || b.account_id)::int - (credit_account = 'available:' || b.account_id)::int)) as a,
           sum(amount * ((debit_account = 'reserved:' || b.account_id)::int - (credit_account = 'reserved:' || b.account_id)::int)) as r
         from transfer_postings where tenant_id = b.tenant_id and account_id = b.account_id) p
       where b.tenant_id = $1 and ((b.available, b.reserved) is distinct from (p.a, p.r) or b.reserved <> 0 or b.available < 0)`,
    ),
    'money that was taken and is not paid, or the other way': await faultsOf(
      `select t.id, t.status, count(p.*) from transfers t left join transfer_postings p
         on p.tenant_id = t.tenant_id and p.transfer_id = t.id and p.kind = 'take'
       where t.tenant_id = $1 group by t.tenant_id, t.id, t.status
       having count(p.*) <> (case t.status when 'completed' then 1 when 'delivered' then 1 else 0 end)`,
    ),
    'not announced as it ended': await faultsOf(
      `select t.id, t.status, array_agg(e.type order by e.sequence) as told from transfers t
         left join events e on e.tenant_id = t.tenant_id and e.resource_id = t.id
       where t.tenant_id = $1 group by t.tenant_id, t.id, t.status
       having array_agg(e.type order by e.sequence) <> array['transfer.created']
         || case t.status when 'completed' then array['transfer.succeeded'] when 'failed' then array['transfer.failed']
              else array[]::text[] end`,
    ),
    'not as people were told': await brokenPromises(rows, promises, tenantId),
  }
}

const brokenPromises = async (
  rows: Rows,
  { created, approved, rejected, sent }: Promises,
  tenantId: string,
): Promise<string[]> => {
  const stored = await rows('select id, status from transfers where tenant_id = $1', [tenantId])
  const statusOf = new Map<string, string>(stored.map(({ id, status }) => [id, status]))
  const broken = (word: string, ids: readonly string[], isKept: (status: string) => boolean): string[] =>
    ids.flatMap((id) => {
      const status = statusOf.get(id)
      return status !== undefined && isKept(status) ? [] : [`${id}: told ${word}, is ${status}`]
    })
  return [
    ...broken('created', created, () => true),
    ...broken('approved', approved, (status) => status !== 'pending' && status !== 'rejected'),
    ...broken('rejected', rejected, (status) => status === 'rejected'),
    ...broken('sent', sent, (status) => status === 'completed' || status === 'failed'),
  ]
}
