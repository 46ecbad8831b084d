/** Advances the database's epoch as long as a process runs, and remembers it outside of the database. */
import { dirname } from 'node:path'
import type { Config } from '../../process/config.ts'
import { every } from '../../process/every.ts'
import type { Database } from '../database.ts'
import type { Notifications } from '../notifications.ts'
import { advanceEpoch } from './identity-store.ts'
import type { PromotionGuard } from './promotion-guard.ts'

const ADVANCE_MS = 5_000

/** The folder of the master keys, which are not on the disk of the database. */
export const epochFolders = ({ masterKeysFile }: Pick<Config, 'masterKeysFile'>): string[] =>
  masterKeysFile === undefined ? [] : [dirname(masterKeysFile)]

/** Claims a database that no process has met yet. Returns a function that stops. */
export const startEpoch = async (
  db: Database,
  guard: PromotionGuard,
  notifications: Pick<Notifications, 'subscribe'>,
): Promise<() => void> => {
  const advance = async (): Promise<void> => {
    if (guard.refusal()) return
    const advanced = await db.transaction({ of: [] }, advanceEpoch)
    if (advanced) guard.remember(advanced.lineage, advanced)
  }
  const tryTo = (): Promise<void> => advance().catch(() => undefined) // the database is unavailable or closed; five seconds later again
  await tryTo()
  const stop = every(ADVANCE_MS, tryTo)
  const silence = notifications.subscribe('clock', () => void tryTo()) // where the clock is moved to is remembered at once
  return () => {
    silence()
    stop()
  }
}
