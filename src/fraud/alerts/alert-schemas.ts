/** Shapes of fraud alerts (docs/interface/fraud.md#alerts). */
import { type Static, Type } from 'typebox'
import { waitsForQuery } from '../../access/waits-for.ts'
import { AnyOf, pageQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, Enum, Int32, Int64, LongText, Nullable, Uuid } from '../../core/schema.ts'
import type { FraudProcess } from '../rules/active-rule-store.ts'
import { FraudProcessName } from '../rules/rule-schemas.ts'
import { ALERT_STATES, type AlertState } from './alert-states.ts'

const FraudAlertStatus = Enum('FraudAlertStatus', ALERT_STATES)

const text = (description: string) => Nullable(Type.String({ description }))
const statusOf = (description: string) => Type.Unsafe<AlertState>({ ...FraudAlertStatus, description })
const processOf = (description: string) => Type.Unsafe<FraudProcess>({ ...FraudProcessName, description })
const timeOf = (description: string) => Type.String({ ...DateTime, description })

export const FraudAlert = Type.Object(
  {
    id: Uuid,
    fraud_check_log_id: Type.String({ ...Uuid, description: 'The check that opened it, as in the check logs' }),
    tenant_id: Uuid,
    process: processOf('sanal_pos: a card payment waits, para_transferi: a transfer'),
    status: statusOf('expired: not decided in time'),
    merchant_external_id: text("The merchant's own identifier at the tenant"),
    external_txn_id: text('Id of the payment or transfer that waits'),
    amount_minor: Type.Integer({ ...Int64, description: 'Minor units' }),
    currency: Type.String({ description: 'ISO 4217' }),
    score: Type.Integer({ ...Int32, description: '0 to 100' }),
    reason_codes: Type.String({ description: 'Codes of the rules that matched, comma-separated' }),
    assigned_to: text('Id of who looks at it or, once it is decided, of who decided it; null: nobody'),
    reviewed_by: text('Who decided; null while it is open, and for the clock'),
    reviewed_at: Nullable(timeOf('When it was decided')),
    notes: text('What the reviewer wrote'),
    expires_at: timeOf('24 hours after creation'),
    created: DateTime,
  },
  { $id: 'FraudAlert' },
)
export const FraudAlertPage = pageSchema(FraudAlert, 'FraudAlertPage')

export const AlertsQuery = Type.Object({
  status: AnyOf(statusOf('A status'), 'Of any of these'),
  process: Type.Optional(processOf('Of this process')),
  assigned_to: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Assigned to this person, or decided by this person or client; `me`: the caller; `none`: to nobody',
    }),
  ),
  from: Type.Optional(timeOf('Opened then or later')),
  to: Type.Optional(timeOf('Opened then or earlier')),
  ...pageQuery,
  ...waitsForQuery,
  search_term: Type.Optional(
    Type.String({ maxLength: 100, description: 'In external_txn_id, merchant_external_id and reason_codes' }),
  ),
})
export type AlertFilters = Static<typeof AlertsQuery>

export const AlertParams = Type.Object({ id: Uuid })
export const ResolveAlert = Type.Object(
  { notes: Type.Optional(LongText(1_000, { description: 'Kept with the decision' })) },
  { $id: 'ResolveAlert' },
)
export type ResolveBody = Static<typeof ResolveAlert>

export const AssignAlert = Type.Object(
  {
    assigned_to: Type.Optional(
      Type.String({ maxLength: 200, description: 'Id of the person; `me`: the caller; null or left out: nobody' }),
    ),
  },
  { $id: 'AssignAlert' },
)
export type AssignBody = Static<typeof AssignAlert>

export const AlertAssignees = Type.Array(
  Type.Object(
    { id: Uuid, name: Type.String({ description: 'First and last name, or the user name' }) },
    { $id: 'AlertAssignee' },
  ),
)

export const isMe = (assignedTo: string): boolean => assignedTo === 'me'
export const isNobody = (assignedTo: string): boolean => assignedTo === 'none'
