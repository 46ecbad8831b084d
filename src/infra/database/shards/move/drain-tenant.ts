/** Waits until nothing of a tenant is held by a process, and closes the shard that it leaves while that is so. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerClient } from '../../server-connection.ts'
import { closeTenant, hideTenant } from './close-on-shard.ts'
import type { Move } from './copy-tenant.ts'
import { MoveRefusedError } from './move-refused.ts'
import type { LocalRows } from './tenant-tables.ts'

const LOOK_MS = 100

/**
 * Throws {@link MoveRefusedError} after `patienceMs`. A lease counts until it ends, whatever became of its process: on the other shard no
 * process that took it is registered, and a bank may still be working on what it is of. Nothing is done between the last look and the
 * closing: what begins in between cannot write down its bank's answer, and is waited for until the shard is open again to that.
 */
export const drainAndClose = async (
  { from, tenantId, local }: Move,
  patienceMs: number,
  hidden: () => Promise<void>,
): Promise<void> => {
  const until = performance.now() + patienceMs
  const left = (): number => Math.max(0, until - performance.now())
  await hideTenant(from, tenantId, left())
  await hidden()
  for (;;) {
    await untilFree(from, tenantId, local, until)
    await closeTenant(from, tenantId, left())
    // A process that has not heard of the move, or a shopper who came back, may have begun something since.
    if ((await findHeld(from, tenantId, local)).length === 0) return
    await hideTenant(from, tenantId, left())
  }
}

const untilFree = async (from: ServerClient, tenantId: string, local: LocalRows, until: number): Promise<void> => {
  for (;;) {
    const held = await findHeld(from, tenantId, local)
    if (held.length === 0) return
    if (performance.now() > until)
      throw new MoveRefusedError(
        `work of the tenant did not end in time: ${held.map(({ table, rows }) => `${rows} in ${table}`).join(', ')}`,
      )
    await sleep(LOOK_MS)
  }
}

interface Held {
  readonly table: string
  readonly rows: number
}

const findHeld = async (from: ServerClient, tenantId: string, { leased }: LocalRows): Promise<Held[]> => {
  const counts = Object.entries(leased).map(
    ([table, isOpen]) =>
      `select '${table}' as table, count(*)::int as rows from ${table} where tenant_id = $1 and ${isOpen} and lease_until > clock_timestamp()`,
  )
  const { rows } = await from.query<Held>(counts.join(' union all '), [tenantId])
  return rows.filter((each) => Number(each.rows) > 0)
}
