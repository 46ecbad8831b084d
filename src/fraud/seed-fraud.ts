/** The built-in rules of the platform, and in the sandbox the demo tenant's rules. */
import { newId } from '../core/id.ts'
import type { Runtime } from '../infra/runtime.ts'
import type { FraudAction, FraudProcess } from './rules/active-rule-store.ts'
import { insertGlobalRules, insertRules, tenantHasRules } from './rules/seed-rule-store.ts'

const DEMO_TENANT = '00000000-0000-4000-8000-000000000010'

/** Safe if two processes start at once; rules that were changed or deleted since stay unchanged. */
export const seedFraud = async (runtime: Runtime, tenantIds: readonly string[]): Promise<void> => {
  const stamp = () => ({
    id: newId(runtime.clock.ms()),
    is_active: true,
    is_shadow: false,
    is_deleted: false,
    version: 1,
    created: runtime.clock.now(),
    last_modified: runtime.clock.now(),
  })
  const builtIn = BUILT_IN.map((rule) => ({ ...stamp(), ...rule, is_builtin: true }))
  await runtime.db.transaction({ as: 'platform' }, (tx) => insertGlobalRules(tx, builtIn))
  if (runtime.config.env !== 'sandbox' || !tenantIds.includes(DEMO_TENANT)) return
  const demo = DEMO.map((rule) => ({ ...stamp(), ...rule, tenant_id: DEMO_TENANT }))
  await runtime.db.transaction({ of: DEMO_TENANT }, async (tx) => {
    if (!(await tenantHasRules(tx, DEMO_TENANT))) await insertRules(tx, demo)
  })
  runtime.notifications.publish('fraud_rules', DEMO_TENANT)
}

interface SeedRule {
  process: FraudProcess
  code: string
  name: string
  type: 'blacklist' | 'custom' | 'amount_threshold'
  action: FraudAction
  priority: number
  expression_json: string
}

const BUILT_IN: readonly SeedRule[] = (['sanal_pos', 'para_transferi', 'fatura_odeme'] as const).map((process) => ({
  process,
  code: 'BUILTIN-BLACKLIST',
  name: 'On the blacklist',
  type: 'blacklist',
  action: 'block',
  priority: 0,
  expression_json: '{"==":[{"var":"blacklist.hit"},true]}',
}))

const byEmail = (code: string, action: FraudAction, priority: number, email: string): SeedRule => ({
  process: 'sanal_pos',
  code,
  name: `Demo: ${action} ${email}`,
  type: 'custom',
  action,
  priority,
  expression_json: `{"==":[{"var":"customer.email"},"${email}"]}`,
})

const DEMO: readonly SeedRule[] = [
  byEmail('DEMO-REVIEW', 'review', 20, 'review@demo.example'),
  byEmail('DEMO-CHALLENGE', 'challenge', 30, 'challenge@demo.example'),
  byEmail('DEMO-BLOCK', 'block', 40, 'block@demo.example'),
  {
    process: 'para_transferi',
    code: 'DEMO-TRANSFER-REVIEW',
    name: 'Demo: review large transfers',
    type: 'amount_threshold',
    action: 'review',
    priority: 20,
    expression_json: '{">=":[{"var":"amount_minor"},15000000]}',
  },
]
