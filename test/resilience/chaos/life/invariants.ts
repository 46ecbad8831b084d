/** What must be true at every moment, whatever runs or has just died: checked once a second, in one snapshot. */
import { setTimeout as sleep } from 'node:timers/promises'
import { asOwner, idOf } from '../platform-records.ts'
import type { Stand } from '../program.ts'

const EVERY_MS = 1_000

/** Each statement lists what breaks its rule. */
const rulesFor = (tenant: string): Readonly<Record<string, string>> => ({
  'refunds fit the capture, the capture the authorization': `
    select id::text as broken from payments where tenant_id = ${tenant} and parent_id is null
      and not (refunded + refunding <= captured and captured <= amount)`,
  'the sum on its way is that of the open refunds': `
    select p.id::text as broken from payments p
    where p.tenant_id = ${tenant} and p.parent_id is null and p.refunding <> coalesce(
      (select sum(o.amount) from payment_operations o
       where o.tenant_id = p.tenant_id and o.payment_id = p.id and o.kind = 'refund' and o.status = 'processing'), 0)`,
  'every announced step has its event': `
    select p.id::text as broken from payments p
    where p.tenant_id = ${tenant} and p.parent_id is null and p.sequence <>
      (select count(*) from events e where e.tenant_id = p.tenant_id and (e.resource_id = p.id or e.resource_id in
        (select c.id from chargebacks c where c.tenant_id = p.tenant_id and c.payment_id = p.id)))`,
  'the journal is what is owed': `
    select p.id::text as broken from payments p
    where p.tenant_id = ${tenant} and p.parent_id is null
      and (case when p.status = 'canceled' then 0 else p.captured - p.refunded end) - coalesce(
        (select sum(c.booked) from chargebacks c where c.tenant_id = p.tenant_id and c.payment_id = p.id), 0) <> coalesce(
        (select sum(case when j.kind in ('sale', 'capture') then j.amount else -j.amount end) from journal j
         where j.tenant_id = p.tenant_id and j.payment_id = p.id), 0)`,
  'one capture or void at a time, and never beside a refund': `
    select payment_id::text as broken from payment_operations
    where tenant_id = ${tenant} and status = 'processing' group by tenant_id, payment_id
    having count(*) filter (where kind <> 'refund') > 1
      or (bool_or(kind <> 'refund') and bool_or(kind = 'refund'))`,
})

export interface Watch {
  /** Samples taken, and what was broken in any. */
  end(): Promise<{ samples: number; broken: string[] }>
}

export const watchInvariants = ({ ownerUrl, tenant }: Pick<Stand, 'ownerUrl' | 'tenant'>): Watch => {
  const rules = Object.entries(rulesFor(idOf(tenant.slug)))
  let isOver = false
  let samples = 0
  const broken: string[] = []
  const sample = (): Promise<void> =>
    asOwner(ownerUrl(), async (client) => {
      await client.query('begin transaction isolation level repeatable read')
      for (const [rule, text] of rules) {
        const { rows } = await client.query<{ broken: string }>(`${text} limit 3`)
        broken.push(...rows.map((row) => `${rule}: ${row.broken}`))
      }
      samples++
    })
  const watching = (async () => {
    while (!isOver) {
      await sample().catch(() => undefined) // the database is unavailable for a moment
      await sleep(EVERY_MS)
    }
    await sample()
  })()
  return {
    async end() {
      isOver = true
      await watching
      return { samples, broken: [...new Set(broken)] }
    },
  }
}
