/** Shapes of merchants' policies (docs/interface/fraud.md#check-logs-and-merchant-policies). */
import { type Static, Type } from 'typebox'
import { WaitingChangeSchema } from '../../access/waiting/waiting-schemas.ts'
import { DateTime, LongText, Nullable, Uuid } from '../../core/schema.ts'
import { PROCESSES } from './active-rule-store.ts'
import { FraudProcessName } from './rule-schemas.ts'

const MerchantPolicy = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The same for a merchant and process permanently, default or set' }),
    tenant_id: Uuid,
    merchant_external_id: Nullable(Type.String({ description: 'Your own name of the merchant' })),
    process: FraudProcessName,
    enabled: Type.Boolean({ description: 'false: its payments or transfers of this process are not judged by rules' }),
    reason: Nullable(Type.String({ description: 'Why it is as it is' })),
    last_modified: Type.Unsafe<string>({ ...DateTime, description: 'Of a default: when the merchant was made' }),
    pending_change: Nullable(WaitingChangeSchema),
  },
  { $id: 'MerchantPolicy' },
)
export const MerchantPolicyBundle = Type.Object(
  { policies: Type.Array(MerchantPolicy, { description: 'One per process, defaults included' }) },
  { $id: 'MerchantPolicyBundle' },
)

const PolicyItem = Type.Object(
  {
    process: FraudProcessName,
    enabled: Type.Boolean({ description: 'false: no rule is evaluated, every check approves' }),
    reason: Type.Optional(LongText(500, { description: 'Required when enabled is false' })),
  },
  { $id: 'PolicyItem' },
)
export const UpsertPolicies = Type.Object(
  {
    policies: Type.Array(PolicyItem, {
      minItems: 1,
      maxItems: PROCESSES.length,
      description: 'Each process at most once; processes left out stay as they are',
    }),
  },
  { $id: 'UpsertPolicies' },
)
export type UpsertPoliciesBody = Static<typeof UpsertPolicies>
export const PolicyParams = Type.Object({ merchant_id: Uuid })
