/** Personal data of checkout sessions: exported on request, and erased once the session has ended. Its payments are found separately. */
import {
  type ErasedPersonData,
  type FoundPersonData,
  findBatchEnd,
  IN_BATCH,
  type PersonDataBatch,
  type PersonDataSource,
} from '../access/person-data.ts'
import { isoTime } from '../core/clock.ts'
import { ZERO_ID } from '../core/id.ts'
import { toPersonKey } from '../payments/personal-data/buyer-keys.ts'
import { openCustomer } from './model/session-id.ts'
import type { SessionRow } from './model/session-row.ts'

export const personalDataOfSessions: PersonDataSource = {
  kind: 'checkout_sessions',
  async find(lot): Promise<FoundPersonData> {
    const { rows, next } = await findRows(lot)
    return { records: await Promise.all(rows.map((row) => toRecord(lot, row))), next }
  },
  async erase(lot): Promise<ErasedPersonData> {
    const { rows, next } = await findRows(lot)
    const ended = rows.filter(({ status }) => !LIVE.has(status)).map(({ id }) => id)
    if (ended.length > 0) await lot.tx.execute(ERASE, [lot.tenantId, ended])
    const live = rows.length - ended.length
    return { erased: ended.length, kept: live > 0 ? { session_open: live } : {}, next }
  },
}

const LIVE: ReadonlySet<string> = new Set(['open', 'processing'])

type FoundSession = Pick<
  SessionRow,
  | 'tenant_id'
  | 'id'
  | 'customer_sealed'
  | 'kind'
  | 'status'
  | 'amount'
  | 'currency'
  | 'external_id'
  | 'description'
  | 'metadata'
  | 'extra'
  | 'created'
>

const findRows = async (lot: PersonDataBatch): Promise<{ rows: FoundSession[]; next: string | null }> => {
  const { tx, tenantId, sought, runtime, after } = lot
  const next = await findBatchEnd(lot, 'checkout_sessions')
  // A session knows no identity number.
  if (sought.mark !== 'email') return { rows: [], next }
  const key = toPersonKey(runtime.sealer, tenantId, sought.mark, sought.text)
  return { rows: await tx.query<FoundSession>(FIND, [tenantId, after ?? ZERO_ID, next, key]), next }
}

const FIND = `
  select tenant_id, id, customer_sealed, kind, status, amount, currency, external_id, description, metadata, extra, created
  from checkout_sessions where tenant_id = $1 and ${IN_BATCH} and customer_email_key = $4`

const ERASE = `
  update checkout_sessions set customer_sealed = null, customer_email_key = null, caller_address = null, metadata = null,
    extra = null, description = null
  where tenant_id = $1 and id = any($2::uuid[])`

const toRecord = async (
  { runtime: { sealer }, tx }: PersonDataBatch,
  { tenant_id, id, customer_sealed, created, ...session }: FoundSession,
): Promise<object> => {
  const { email, phone } = await openCustomer(sealer, { tenant_id, id, customer_sealed }, tx)
  return { checkout_session: id, created: isoTime(created), ...session, customer_email: email, customer_phone: phone }
}
