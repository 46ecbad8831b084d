/**
 * Personal data of a buyer's payments: exported on request, and erased. Amounts, states, the masked card and references
 * remain.
 */

import {
  type ErasedPersonData,
  type FoundPersonData,
  findBatchEnd,
  IN_BATCH,
  type PersonDataBatch,
  type PersonDataSource,
} from '../../access/person-data.ts'
import { isoTime } from '../../core/clock.ts'
import { ZERO_ID } from '../../core/id.ts'
import { withoutPersonal } from '../../core/personal-data.ts'
import { eraseVariables } from '../../fraud/checks/personal-data-of-checks.ts'
import type { Row as TableRow } from '../../infra/database/statements/write-rows.ts'
import type { ExactList } from '../../lists/exact-list.ts'
import { toPersonKey } from './buyer-keys.ts'

interface Row
  extends TableRow<
    'payments',
    | 'id'
    | 'status'
    | 'operation_type'
    | 'amount'
    | 'currency'
    | 'masked_card_number'
    | 'card_holder_name'
    | 'external_id'
    | 'ip_address'
    | 'request_body'
    | 'extra'
    | 'created'
  > {
  readonly extra: object | null
}

export const ERASED = '***'
/** Members of the request that describe the buyer. */
const PERSONAL_MEMBERS = ['buyer', 'billing_address', 'shipping_address'] as const
/** Members of an order link that describe the buyer. */
const CUSTOMER_MEMBERS = ['customer_email', 'customer_phone'] as const

/** `list` is what is copied of payments for filters; erased values are removed from there as well. */
export const personalDataOfPayments = (list: Pick<ExactList, 'forgetValues'>): PersonDataSource => ({
  kind: 'payments',
  async find(lot): Promise<FoundPersonData> {
    const { rows, next } = await findRows(lot)
    return { records: rows.map(toRecord), next }
  },
  async erase(lot): Promise<ErasedPersonData> {
    const { tx, tenantId } = lot
    const { rows, next } = await findRows(lot)
    const over = rows.filter(({ status }) => isFinal(status))
    const open = rows.length - over.length
    const ids = over.map(({ id }) => id)
    if (ids.length > 0) {
      const extras = over.map(({ extra }) => (extra === null ? null : JSON.stringify(withoutPersonal(extra))))
      await tx.execute(ERASE, [tenantId, ids, over.map(({ request_body }) => eraseBody(request_body)), extras])
      await tx.execute(ERASE_REFUNDS, [tenantId, ids])
      await eraseVariables(tx, tenantId, ids)
      await list.forgetValues(tx, tenantId, ids)
    }
    return { erased: ids.length, kept: open > 0 ? { payment_open: open } : {}, next }
  },
})

/** Rows of earlier releases have no keys, and their bodies hold the data as sent. */
const findRows = async (lot: PersonDataBatch): Promise<{ rows: Row[]; next: string | null }> => {
  const { tx, tenantId, sought, runtime, after } = lot
  const next = await findBatchEnd(lot, 'payments')
  const rows = await tx.query<Row>(FIND[sought.mark], [
    tenantId,
    after ?? ZERO_ID,
    next,
    toPersonKey(runtime.sealer, tenantId, sought.mark, sought.text),
    `"${sought.mark}":${JSON.stringify(sought.text)}`.toLowerCase(),
  ])
  return { rows, next }
}

const findSql = (column: string): string =>
  `select id, status, operation_type, amount, currency, masked_card_number, card_holder_name, external_id, ip_address,
     request_body, extra, created
   from payments where tenant_id = $1 and ${IN_BATCH}
     and (${column} = $4 or (${column} is null and position($5 in lower(request_body)) > 0))`
const FIND = { email: findSql('buyer_email_key'), identity_number: findSql('buyer_identity_key') } as const

const ERASE = `
  update payments p set card_holder_name = '${ERASED}', ip_address = null, buyer_email_key = null, buyer_identity_key = null,
    request_body = e.body, extra = e.extra::jsonb
  from unnest($2::uuid[], $3::text[], $4::text[]) as e (id, body, extra) where p.tenant_id = $1 and p.id = e.id`

/** A refund is stored as a payment and names the cardholder again; its id is that of its operation. */
const ERASE_REFUNDS = `
  update payments p set card_holder_name = '${ERASED}'
  from payment_operations o
  where o.tenant_id = $1 and o.payment_id = any($2::uuid[]) and o.kind = 'refund' and p.tenant_id = $1 and p.id = o.id`

/** Returns whether the payment is final, so that no further processing needs the buyer's data. */
const isFinal = (status: string): boolean => status !== 'created' && !status.endsWith('processing')

const parseBody = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {} // a number in it was masked as if it were a card's
  }
}

/** Returns a stored request without the members that describe the buyer. */
export const eraseBody = (text: string): string => {
  const body = withoutPersonal(parseBody(text)) as Record<string, unknown>
  for (const name of [...PERSONAL_MEMBERS, ...CUSTOMER_MEMBERS]) if (body[name] !== undefined) body[name] = ERASED
  if (typeof body.card === 'object' && body.card !== null) body.card = { ...body.card, holder_name: ERASED }
  return JSON.stringify(body)
}

const toRecord = (row: Row): object => {
  const body = parseBody(row.request_body)
  return {
    transaction_id: row.id,
    created: isoTime(row.created),
    status: row.status,
    operation_type: row.operation_type,
    amount: row.amount,
    currency: row.currency,
    masked_card_number: row.masked_card_number,
    card_holder_name: row.card_holder_name,
    external_id: row.external_id,
    ip_address: row.ip_address,
    ...Object.fromEntries(PERSONAL_MEMBERS.map((name) => [name, body[name] ?? null])),
  }
}
