/**
 * Payments name their merchant by `external_id`, so moving it to another merchant redirects the next payments. If the merchant has
 * been used, it changes only once a second person sends the same value; the first person's call gets the usual answer, but only
 * requests the change.
 */
import type { Principal } from '../../access/endpoint.ts'
import { isCredentialConfirmed, isSamePerson, isUnattributed } from '../../access/four-eyes.ts'
import type { MerchantRow } from './merchant-store.ts'

type Named = Pick<
  MerchantRow,
  | 'external_id'
  | 'has_been_used'
  | 'external_id_asked'
  | 'external_id_asked_by'
  | 'external_id_asked_people'
  | 'external_id_agreed_by'
>
type By = Pick<Principal, 'subject' | 'accountable' | 'tenantId' | 'needsConfirmation'>

export const NEVER_ASKED = {
  has_been_used: false,
  external_id_asked: null,
  external_id_asked_by: null,
  external_id_asked_people: null,
  external_id_agreed_by: null,
} as const
const NOTHING_ASKED = { external_id_asked: null, external_id_asked_by: null } as const

/** Returns the effect of a write of `wanted`; `before` must be locked. Never refuses, so that a program that repeatedly sends the whole merchant keeps working. */
export const agreeOnExternalId = (before: Named, wanted: string | null, by: By): Partial<Named> => {
  const { external_id: counting, external_id_asked_people: first } = before
  if (counting === null || !before.has_been_used || wanted === counting)
    return { external_id: wanted, ...NOTHING_ASKED }
  const isSameWord = before.external_id_asked_by !== null && before.external_id_asked === wanted
  if (!isSameWord || isUnattributed(first, by))
    return { external_id: counting, external_id_asked: wanted, external_id_asked_by: by.subject }
  return isSamePerson(first, by.accountable) || !isCredentialConfirmed(by)
    ? { external_id: counting }
    : { external_id: wanted, ...NOTHING_ASKED, external_id_agreed_by: by.subject }
}
