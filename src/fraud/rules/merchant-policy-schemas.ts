/** Shapes of merchants' policies (docs/interface/fraud.md#check-logs-and-merchant-policies). */
import { type Static, Type } from 'typebox'
import { PendingChange } from '../../access/waiting/waiting-schemas.ts'
import { ExternalMerchantId, TenantId } from '../../core/members/record-members.ts'
import { DateTime, described, LongText, NullableText, Uuid } from '../../core/schema.ts'
import { PROCESSES } from './active-rule-store.ts'
import { FraudProcessName } from './rule-schemas.ts'

const MerchantPolicy = Type.Object(
  {
    id: Type.String({
      format: 'uuid',
      description: 'Id of the policy, always the same for a merchant and process, whether default or set.',
    }),
    tenant_id: TenantId,
    merchant_external_id: ExternalMerchantId,
    process: described(FraudProcessName, 'Process that the policy applies to: card payments or transfers.'),
    enabled: Type.Boolean({
      description:
        "Whether fraud rules are evaluated for the merchant's payments or transfers; when false, every check approves.",
    }),
    reason: NullableText('Reason of the policy, for people; null when none was given.'),
    last_modified: described(
      DateTime,
      'Time at which the policy was last changed; of a default, when the merchant was created.',
    ),
    pending_change: PendingChange,
  },
  { $id: 'MerchantPolicy' },
)
export const MerchantPolicyBundle = Type.Object(
  {
    policies: Type.Array(MerchantPolicy, {
      description: 'Policies of the merchant, one per process, defaults included.',
    }),
  },
  { $id: 'MerchantPolicyBundle' },
)

const PolicyItem = Type.Object(
  {
    process: described(FraudProcessName, 'Process that the policy applies to: card payments or transfers.'),
    enabled: Type.Boolean({
      description: 'Whether fraud rules are evaluated for the process; when false, every check approves.',
    }),
    reason: Type.Optional(
      LongText(500, { description: 'Reason of the policy, for people; required when enabled is false.' }),
    ),
  },
  { $id: 'PolicyItem' },
)
export const UpsertPolicies = Type.Object(
  {
    policies: Type.Array(PolicyItem, {
      minItems: 1,
      maxItems: PROCESSES.length,
      description: 'Policies to set, each process at most once; processes left out stay as they are.',
    }),
  },
  { $id: 'UpsertPolicies' },
)
export type UpsertPoliciesBody = Static<typeof UpsertPolicies>
export const PolicyParams = Type.Object({
  merchant_id: described(Uuid, 'Id of the merchant whose policies are meant.'),
})
