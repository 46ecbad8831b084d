/** Shapes of fraud alerts (docs/interface/fraud.md#alerts). */
import { type Static, Type } from 'typebox'
import { waitsForQuery } from '../../access/waits-for.ts'
import { Created, Currency, ExternalMerchantId, TenantId } from '../../core/members/record-members.ts'
import { AnyOf, pageQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, described, Enum, Int32, Int64, LongText, Nullable, Uuid } from '../../core/schema.ts'
import type { FraudProcess } from '../rules/active-rule-store.ts'
import { FraudProcessName } from '../rules/rule-schemas.ts'
import { ALERT_STATES, type AlertState } from './alert-states.ts'

const FraudAlertStatus = Enum('FraudAlertStatus', ALERT_STATES)

const text = (description: string) => Nullable(Type.String({ description }))
const describeStatus = (description: string) => Type.Unsafe<AlertState>({ ...FraudAlertStatus, description })
const describeProcess = (description: string) => Type.Unsafe<FraudProcess>({ ...FraudProcessName, description })
const describeTime = (description: string) => Type.String({ ...DateTime, description })

export const FraudAlert = Type.Object(
  {
    id: described(Uuid, 'Id of the alert.'),
    fraud_check_log_id: described(Uuid, 'Id of the check that opened the alert, as in the check logs.'),
    tenant_id: TenantId,
    process: describeProcess(
      'Process of the alert: `sanal_pos` when a card payment waits, `para_transferi` when a transfer does.',
    ),
    status: describeStatus('Status of the alert; `expired` when it was not decided in time.'),
    merchant_external_id: ExternalMerchantId,
    external_txn_id: text('Id of the payment or transfer that waits; null when there is none.'),
    amount_minor: described(Int64, 'Amount that waits, in minor units (kuruş): 12990 is 129.90 TRY.'),
    currency: Currency,
    score: described(Int32, 'Risk score of the check, 0 to 100.'),
    reason_codes: Type.String({ description: 'Codes of the rules that matched, separated by commas.' }),
    assigned_to: text(
      'Id of the user that examines the alert or, once it is decided, that decided it; null when nobody is assigned.',
    ),
    reviewed_by: text('Id of the user that decided the alert; null while it is open, and when it expired.'),
    reviewed_at: described(Nullable(DateTime), 'Time at which the alert was decided; null while it is open.'),
    notes: text('Note of the person that decided the alert; null when none was written.'),
    expires_at: describeTime('Time at which the alert expires, 24 hours after it was opened.'),
    created: Created,
  },
  { $id: 'FraudAlert' },
)
export const FraudAlertPage = pageSchema(FraudAlert, 'FraudAlertPage')

export const AlertsQuery = Type.Object({
  status: AnyOf(FraudAlertStatus, 'Only alerts in any of these statuses.'),
  process: Type.Optional(describeProcess('Only alerts of this process.')),
  assigned_to: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Only alerts assigned to this user, or decided by this user or client; `me` is the caller, `none` finds those of no user.',
    }),
  ),
  from: Type.Optional(describeTime('Only alerts opened at this time or later.')),
  to: Type.Optional(describeTime('Only alerts opened at this time or earlier.')),
  ...pageQuery,
  ...waitsForQuery,
  search_term: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Text to search for in external_txn_id, merchant_external_id and reason_codes.',
    }),
  ),
})
export type AlertFilters = Static<typeof AlertsQuery>

export const AlertParams = Type.Object({ id: described(Uuid, 'Id of the alert, as the list shows it.') })
export const ResolveAlert = Type.Object(
  { notes: Type.Optional(LongText(1_000, { description: 'Note on the decision, stored with it.' })) },
  { $id: 'ResolveAlert' },
)
export type ResolveBody = Static<typeof ResolveAlert>

export const AssignAlert = Type.Object(
  {
    assigned_to: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'Id of the user to assign the alert to; `me` is the caller; null or absent leaves the alert unassigned.',
      }),
    ),
  },
  { $id: 'AssignAlert' },
)
export type AssignBody = Static<typeof AssignAlert>

export const AlertAssignees = Type.Array(
  Type.Object(
    {
      id: described(Uuid, 'Id of the user that alerts can be assigned to.'),
      name: Type.String({ description: 'First and family name of the user, or the user name.' }),
    },
    { $id: 'AlertAssignee' },
  ),
)

export const isMe = (assignedTo: string): boolean => assignedTo === 'me'
export const isUnassigned = (assignedTo: string): boolean => assignedTo === 'none'
