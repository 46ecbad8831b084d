/** A meaning of a bank code that makes payments retry at another bank waits for a second person; the row stays unchanged until then. */
import { isDeepStrictEqual } from 'node:util'
import type { Call } from '../../access/endpoint.ts'
import { askSecondPerson, refuseOvertaken, WAITS_NOTE } from '../../access/waiting/waiting-change.ts'
import type { WaitingChange } from '../../access/waiting/waiting-store.ts'
import type { Tx } from '../../infra/database/database.ts'
import { type Change, diffFields } from '../changelog/changelog.ts'
import { connectorByCode } from '../connectors/connector-store.ts'
import { errorCodeById, lockErrorCode, replaceErrorCode, type StoredErrorCode } from './error-code-store.ts'
import { retries } from './retry-members.ts'

/** Returns true if payments with this code are currently retried at another bank. */
export const retriesNow = async (tx: Tx, tenantId: string, row: StoredErrorCode): Promise<boolean> =>
  retries(row, row.mapped_to_id === null ? undefined : await errorCodeById(tx, tenantId, row.mapped_to_id))

interface Held {
  readonly tx: Tx
  readonly now: Date
  readonly before: StoredErrorCode
  readonly after: StoredErrorCode
}

export const holdMeaning = (
  { tenantId, principal }: Pick<Call, 'tenantId' | 'principal'>,
  { tx, now, before, after }: Held,
): Promise<unknown> =>
  askSecondPerson(
    tx,
    { tenantId, principal, now },
    {
      surface: 'cards',
      kind: 'connector_error_code',
      entity_id: before.id,
      label: `${before.connector_code} ${before.provider_error_code}`,
      basis: meaningOf(before),
      wish: meaningOf(after),
      changes: diffFields(auditedErrorCodeFields(before), auditedErrorCodeFields(after)),
    },
  )

export const carryOutMeaning = async (
  tx: Tx,
  { tenant_id, entity_id, basis, wish }: WaitingChange,
  now: Date,
): Promise<Change[]> => {
  const before = await lockErrorCode(tx, tenant_id, entity_id)
  refuseOvertaken(before !== undefined && isDeepStrictEqual(meaningOf(before), basis))
  const currentCode = before as StoredErrorCode
  const after = { ...currentCode, ...(wish as Partial<StoredErrorCode>) }
  await replaceErrorCode(tx, tenant_id, after, now)
  return changesOfCode(tx, tenant_id, currentCode, after, false)
}

/** `mapped_to_id` is absent in a bulk write. */
type Meaning = Omit<
  StoredErrorCode,
  'id' | 'connector_code' | 'provider_error_code' | 'mapped_to_id' | 'mapped_to_code'
> &
  Partial<Pick<StoredErrorCode, 'mapped_to_id'>>

/** Returns the members that people can set. */
const meaningOf = (row: Meaning) => ({
  category: row.category,
  turkish_message: row.turkish_message,
  english_message: row.english_message,
  internal_description: row.internal_description,
  should_retry: row.should_retry,
  http_status_suggestion: row.http_status_suggestion,
  mapped_to_id: row.mapped_to_id,
})

/** Returns the changelog entry, if the code's connector still exists. */
export const changesOfCode = async (
  tx: Tx,
  tenantId: string,
  before: StoredErrorCode,
  after: StoredErrorCode,
  isHeld: boolean,
): Promise<Change[]> => {
  const connectorId = await connectorByCode(tx, tenantId, before.connector_code)
  if (connectorId === undefined) return []
  const diff = diffFields(auditedErrorCodeFields(before), auditedErrorCodeFields(after))
  const of = { connectorId, kind: 'connector_error_code', entityId: before.id, diff } as const
  return [isHeld ? { ...of, action: 'requested', note: WAITS_NOTE } : { ...of, action: 'updated' }]
}

/** Returns the members that the changelog compares. */
export const auditedErrorCodeFields = (row: Meaning & Pick<StoredErrorCode, 'provider_error_code'>) => ({
  provider_error_code: row.provider_error_code,
  ...meaningOf(row),
})
