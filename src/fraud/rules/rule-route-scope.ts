/** The two route scopes of rules: the platform's, over every tenant, and a tenant's own. */
import type { Answer, Call } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { FIRST_SHARD, type Tx } from '../../infra/database/database.ts'
import {
  globalScopeForbidden,
  type Owner,
  ownerForTenant,
  ownerNamedByPlatform,
  writeAsOwner,
} from './resource-owner.ts'
import { findVisibleRule, type RuleRow } from './rule-admin-store.ts'
import type { CreateRuleBody, RuleFilters } from './rule-schemas.ts'

export interface RuleRouteScope {
  readonly path: string
  readonly tag: string
  readonly readRole: string
  readonly writeRole: string
  /** Returns the tenant whose rules a list shows together with global ones; null for every tenant. */
  readonly listedOwner: (call: Pick<Call, 'principal'>, filters: RuleFilters) => Owner
  readonly read: <T>(call: Pick<Call, 'runtime' | 'principal'>, work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Returns the owner of a new rule; throws if the caller may make none for them. */
  readonly ownerOfNew: (call: Pick<Call, 'principal'>, body: CreateRuleBody) => Owner
  /** Throws where the caller sees this rule and may not change it. */
  readonly checkChangeable: (rule: RuleRow) => void
}

export const PLATFORM_RULE_ROUTES: RuleRouteScope = {
  path: '/api/v1/platform/fraud/rules',
  tag: 'PlatformFraudRules',
  readRole: 'platform',
  writeRole: 'platform',
  listedOwner: (_call, { tenant_id }) => tenant_id ?? null,
  read: ({ runtime }, work) => runtime.db.transaction({ as: 'platform', mode: 'read', on: FIRST_SHARD }, work),
  ownerOfNew: (_call, body) => ownerNamedByPlatform(body, phrase`a rule`),
  checkChangeable: () => undefined,
}

export const TENANT_RULE_ROUTES: RuleRouteScope = {
  path: '/api/v1/fraud/rules',
  tag: 'FraudRules',
  readRole: 'analyst',
  writeRole: 'fraud-admin',
  listedOwner: ({ principal }) => principal.realmId,
  read: ({ runtime, principal }, work) => runtime.db.transaction({ of: principal.realmId, mode: 'read' }, work),
  ownerOfNew: ({ principal }, body) => ownerForTenant(principal.realmId, body),
  checkChangeable(rule) {
    if (rule.tenant_id === null) throw globalScopeForbidden()
  },
}

/** The rule of the path: 404 where the caller sees none, 403 where it is not the caller's, 409 where it cannot be changed. */
export const findChangeableRule = async (
  routes: RuleRouteScope,
  call: Pick<Call<{ id: string }>, 'runtime' | 'principal' | 'params'>,
): Promise<RuleRow> => {
  const rule = await routes.read(call, (tx) => findVisibleRule(tx, routes.listedOwner(call, {}), call.params.id))
  if (rule === undefined) throw ruleNotFound(routes)
  routes.checkChangeable(rule)
  if (rule.is_builtin)
    throw new Problem('conflict', { detail: phrase`${rule.code} is built in: it is neither changed nor deleted.` })
  return rule
}

export const ruleNotFound = ({ path }: RuleRouteScope): Problem =>
  new Problem('resource_not_found', { detail: phrase`There is no rule with this id; GET ${path} lists them.` })

export const writeRulesAsOwner = (
  call: Pick<Call, 'runtime' | 'inTx' | 'inTxOf'>,
  owner: Owner,
  work: (tx: Tx, now: Date) => Promise<Answer>,
): Promise<Answer> => writeAsOwner(call, { owner, topic: 'fraud_rules' }, (tx) => work(tx, call.runtime.clock.now()))
