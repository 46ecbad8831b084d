/** Shapes of the check logs (docs/interface/fraud.md#check-logs-and-merchant-policies). */
import { type Static, Type } from 'typebox'
import { ExternalMerchantId, NullableCurrency, TenantId } from '../../core/members/record-members.ts'
import { pageQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, described, Enum, Int32, Int64, Nullable, Uuid } from '../../core/schema.ts'
import type { FraudAction, FraudProcess } from '../rules/active-rule-store.ts'
import { FraudActionName, FraudProcessName } from '../rules/rule-schemas.ts'

const TxnOutcome = Enum('TxnOutcome', ['success', 'failed', 'cancelled', 'charged_back'])

const text = (description: string) => Nullable(Type.String({ description }))
const describeProcess = (description: string) => Type.Unsafe<FraudProcess>({ ...FraudProcessName, description })
const decisionOf = (description: string) => Type.Unsafe<FraudAction>({ ...FraudActionName, description })
const describeTime = (description: string) => Type.String({ ...DateTime, description })
const scoreOf = (description: string) => Type.Integer({ ...Int32, description })

const FraudCheckLog = Type.Object(
  {
    id: described(Uuid, 'Id of the check.'),
    tenant_id: TenantId,
    merchant_external_id: ExternalMerchantId,
    process: describeProcess(
      'Process that was checked: `sanal_pos` for a card payment, `para_transferi` for a transfer.',
    ),
    external_txn_id: text(
      'Id of the payment or transfer that was checked; null when the whole call was refused and nothing was created.',
    ),
    amount_minor: described(Int64, 'Amount that was checked, in minor units (kuruş): 12990 is 129.90 TRY.'),
    currency: NullableCurrency,
    score: scoreOf('Risk score of the check, 0 to 100.'),
    decision: decisionOf('Decision of the check: the strongest action among the rules that matched.'),
    reason_codes: text(
      'Codes of the rules that spoke against the payment or transfer, separated by commas; null when none did.',
    ),
    matched_rule_ids: text(
      'Ids of the rules that matched, separated by commas, in order of evaluation; null when none did.',
    ),
    latency_ms: scoreOf('Time the rules took, in milliseconds.'),
    provider_used: text(
      "Engine that decided: `builtin`, or `policy_off` when the merchant's policy switched the rules off.",
    ),
    outcome: described(Nullable(TxnOutcome), 'Outcome of the payment or transfer; null until it ends.'),
    checked_at: described(DateTime, 'Time at which the rules were evaluated.'),
  },
  { $id: 'FraudCheckLog' },
)
export const FraudCheckLogPage = pageSchema(FraudCheckLog, 'FraudCheckLogPage')

export const CheckLogsQuery = Type.Object({
  process: Type.Optional(describeProcess('Only checks of this process.')),
  decision: Type.Optional(decisionOf('Only checks with this decision.')),
  merchant_external_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only checks of the merchant with this identifier of yours.' }),
  ),
  from: Type.Optional(describeTime('Only checks of this time or later.')),
  to: Type.Optional(describeTime('Only checks of this time or earlier.')),
  min_score: Type.Optional(scoreOf('Only checks with this score or more.')),
  max_score: Type.Optional(scoreOf('Only checks with this score or less.')),
  ...pageQuery,
  search_term: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Beginning of external_txn_id, or part of merchant_external_id or reason_codes.',
    }),
  ),
})
export type CheckLogFilters = Static<typeof CheckLogsQuery>
