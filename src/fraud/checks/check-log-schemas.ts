/** Shapes of the check logs (docs/interface/fraud.md#check-logs-and-merchant-policies). */
import { type Static, Type } from 'typebox'
import { pageQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, Enum, Int32, Int64, Nullable, Uuid } from '../../core/schema.ts'
import type { FraudAction, FraudProcess } from '../rules/active-rule-store.ts'
import { FraudActionName, FraudProcessName } from '../rules/rule-schemas.ts'

const TxnOutcome = Enum('TxnOutcome', ['success', 'failed', 'cancelled', 'charged_back'])

const text = (description: string) => Nullable(Type.String({ description }))
const processOf = (description: string) => Type.Unsafe<FraudProcess>({ ...FraudProcessName, description })
const decisionOf = (description: string) => Type.Unsafe<FraudAction>({ ...FraudActionName, description })
const timeOf = (description: string) => Type.String({ ...DateTime, description })
const scoreOf = (description: string) => Type.Integer({ ...Int32, description })

const FraudCheckLog = Type.Object(
  {
    id: Uuid,
    tenant_id: Uuid,
    merchant_external_id: text("The merchant's own identifier at the tenant"),
    process: processOf('sanal_pos: of a card payment, para_transferi: of a transfer'),
    external_txn_id: text('Id of the payment or transfer; null where the whole call was refused and nothing was made'),
    amount_minor: Type.Integer({ ...Int64, description: 'Minor units' }),
    currency: text('ISO 4217'),
    score: scoreOf('0 to 100'),
    decision: decisionOf('The strongest action among the rules that matched'),
    reason_codes: text('Codes of the rules that spoke against it, comma-separated'),
    matched_rule_ids: text('Comma-separated, in order of evaluation'),
    latency_ms: scoreOf('How long the rules took'),
    provider_used: text('builtin, or policy_off where the merchant’s policy switched the rules off'),
    outcome: Nullable(
      Type.Unsafe<string>({ ...TxnOutcome, description: 'What became of it; null until the payment or transfer ends' }),
    ),
    checked_at: DateTime,
  },
  { $id: 'FraudCheckLog' },
)
export const FraudCheckLogPage = pageSchema(FraudCheckLog, 'FraudCheckLogPage')

export const CheckLogsQuery = Type.Object({
  process: Type.Optional(processOf('Of this process')),
  decision: Type.Optional(decisionOf('Decided so')),
  merchant_external_id: Type.Optional(Type.String({ maxLength: 100, description: 'Of this merchant' })),
  from: Type.Optional(timeOf('Checked then or later')),
  to: Type.Optional(timeOf('Checked then or earlier')),
  min_score: Type.Optional(scoreOf('This score or more')),
  max_score: Type.Optional(scoreOf('This score or less')),
  ...pageQuery,
  search_term: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The beginning of external_txn_id, or a part of merchant_external_id or reason_codes',
    }),
  ),
})
export type CheckLogFilters = Static<typeof CheckLogsQuery>
