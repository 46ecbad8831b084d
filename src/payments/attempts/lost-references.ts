/**
 * The references under which a bank may know what a restored database has lost: of each day of the lost time, since the same
 * key has another reference every day.
 */
import type { LostPeriod } from '../../infra/database/promotions/restores.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { deriveKeyReference, type KeyScope, toReferenceDay } from '../model/bank-reference.ts'

/** A restore that goes further back is asked about the days nearest to its end. */
const DAYS_MAX = 31

/** Days of the lost time, newest first. */
const lostDays = ({ sinceMs, untilMs }: LostPeriod): number[] => {
  const last = toReferenceDay(untilMs)
  const count = Math.min(last - toReferenceDay(sinceMs) + 1, DAYS_MAX)
  return Array.from({ length: count }, (_, at) => last - at)
}

/** Returns whether the row is one that the backup has, so that more of it than the database knows may have happened. */
export const isFromBeforeRestore = (
  { restores }: Pick<Runtime, 'restores'>,
  { tenant_id, created }: { readonly tenant_id: string; readonly created: Date },
): boolean => created.getTime() < (restores.askBanksAbout(tenant_id, created.getTime())?.untilMs ?? 0)

/** Returns the derived references that the key may have at its bank, newest first. */
export const lostKeyReferences = ({ sealer }: Pick<Runtime, 'sealer'>, period: LostPeriod, scope: KeyScope): string[] =>
  lostDays(period).map((day) => deriveKeyReference(sealer, scope, day))
