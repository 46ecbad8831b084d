/** A restored platform is not opened while what left for a bank before the loss can still be booked: asked now, the bank would not know it. */
import { composeConnectors } from '../../acquiring/tenant-banks/connectors-module.ts'
import { isoTime } from '../../core/clock.ts'
import { findLatestBooking } from '../../infra/database/promotions/restore-list.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { UsageError } from '../command.ts'

export const requireArrived = async (runtime: Runtime): Promise<void> => {
  const latenessMs = findLateness(runtime)
  const until = await runtime.db.transaction({ of: [] }, (tx) => findLatestBooking(tx, latenessMs))
  if (until !== undefined)
    throw new UsageError(
      `not before ${isoTime(until)}: what was on its way to a bank when the restored database was met may be booked until then. End every process of the lost installation, then give this command again; nothing was changed`,
    )
}

/** Lateness of the bank that books latest. */
const findLateness = (runtime: Runtime): number => {
  const connectors = composeConnectors(runtime)
  connectors.close()
  return Math.max(
    ...connectors.connectors.flatMap(({ capabilities, transferBank }) => [
      capabilities.latenessWindowMs,
      transferBank?.latenessWindowMs ?? 0,
    ]),
  )
}
