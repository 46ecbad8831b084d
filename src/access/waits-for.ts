/**
 * "Waits for me": keeps the rows of a list whose next step the caller may take, by role and credential, and because no person behind the
 * caller took another step of them. The step itself checks again, with the row locked (four-eyes.ts).
 */
import { Type } from 'typebox'
import { described, Enum } from '../core/schema.ts'
import { isBoundToMerchant } from './callers/request-merchant.ts'
import type { Endpoint, Principal, SurfaceName } from './endpoint.ts'
import { type Accountable, isCredentialConfirmed } from './four-eyes.ts'
import { isAllowed, isTenantWide } from './permissions.ts'

const WaitsFor = Enum('WaitsFor', ['me'])

export const waitsForQuery = {
  waits_for: Type.Optional(
    described(
      WaitsFor,
      'Only what the caller may decide now, by role and by not having taken part; `me` is the only value.',
    ),
  ),
}

/** For lists that also have rows where nothing waits. */
export const waitingQuery = {
  ...waitsForQuery,
  waits: Type.Optional(
    Type.Boolean({ description: 'Whether only rows of which something waits for a second person are listed.' }),
  ),
}

/** Role class of the step, as its endpoint states it. */
type DecidingStep = Pick<Endpoint, 'allow' | 'isOpenToBound'>

/** Returns the people behind the caller, to be compared with those of each row. Returns undefined if the query has no such filter, and null if the caller may decide none of the rows. */
export const decidingPeople = (
  { waits_for }: { waits_for?: 'me' },
  caller: Pick<Principal, 'roles' | 'accountable' | 'needsConfirmation' | 'tenantId' | 'isMerchantBound'>,
  surface: SurfaceName,
  step: DecidingStep,
): Accountable | null | undefined => {
  if (waits_for === undefined) return undefined
  const isRefused = isBoundToMerchant(caller) && isTenantWide(surface, { method: 'POST', ...step })
  return isAllowed(surface, step.allow, caller.roles) && !isRefused && isCredentialConfirmed(caller)
    ? caller.accountable
    : null
}

/** Like {@link decidingPeople}, for lists with the filter `waits`: an empty list selects all rows where something waits, undefined selects all rows. */
export const peopleOfWaiting = (
  query: { waits_for?: 'me'; waits?: boolean },
  ...caller: [Parameters<typeof decidingPeople>[1], SurfaceName, DecidingStep]
): Accountable | null | undefined =>
  query.waits_for === undefined && query.waits === true ? [] : decidingPeople(query, ...caller)
