/** Reacts to a move of the sandbox's clock: moves the bank's clock too, and keeps people signed in, as their sessions follow real time. */
import { moveSessions } from '../console/session/console-session-store.ts'
import { moveSignIns } from '../identity/tokens/refresh-token-store.ts'
import type { Runtime } from '../infra/runtime.ts'
import { sendClockToBankSimulator } from './bank-simulator-process.ts'

export const followClock = async ({ db, config }: Runtime, nowMs: number, byMs: number): Promise<void> => {
  for (const shard of db.shards)
    await db.transaction({ as: 'platform', on: shard }, async (tx) => {
      await moveSignIns(tx, byMs)
      await moveSessions(tx, byMs)
    })
  await sendClockToBankSimulator(config, nowMs)
}
