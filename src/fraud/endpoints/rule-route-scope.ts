/** The two sides rules are administered from: the platform, over everybody's, and a tenant, over its own. */
import type { Answer, Call } from '../../access/endpoint.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { notYours, type Owner, ownerNamed, ownOf, writeOwned } from './resource-owner.ts'
import type { CreateRuleBody, RuleFilters } from '../rules/rule-schemas.ts'
import { type RuleRow, visibleRule } from '../rules/rule-admin-store.ts'

export interface Side {
  readonly path: string
  readonly tag: string
  readonly readRole: string
  readonly writeRole: string
  /** Whose rules a list shows beside global ones; null: everybody's. */
  readonly listed: (call: Pick<Call, 'principal'>, filters: RuleFilters) => Owner
  readonly read: <T>(call: Pick<Call, 'house' | 'principal'>, work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Whose a new rule is; throws where the caller makes none for them. */
  readonly ownerOfNew: (call: Pick<Call, 'principal'>, body: CreateRuleBody) => Owner
  /** Throws where the caller sees this rule and may not change it. */
  readonly checkChangeable: (rule: RuleRow) => void
}

export const PLATFORM_SIDE: Side = {
  path: '/api/v1/platform/fraud/rules',
  tag: 'PlatformFraudRules',
  readRole: 'platform',
  writeRole: 'platform',
  listed: (_call, { tenant_id }) => tenant_id ?? null,
  read: ({ house }, work) => house.db.readAcrossTenants(work),
  ownerOfNew: (_call, body) => ownerNamed(body, 'a rule'),
  checkChangeable: () => undefined,
}

export const TENANT_SIDE: Side = {
  path: '/api/v1/fraud/rules',
  tag: 'FraudRules',
  readRole: 'analyst',
  writeRole: 'fraud-admin',
  listed: ({ principal }) => principal.realmId,
  read: ({ house, principal }, work) => house.db.readTenant(principal.realmId, work),
  ownerOfNew: ({ principal }, body) => ownOf(principal.realmId, body),
  checkChangeable(rule) {
    if (rule.tenant_id === null) throw notYours()
  },
}

/** The rule of the path: 404 where the caller sees none, 403 where it is not the caller's, 409 where it is nobody's to change. */
export const changeableRule = async (
  side: Side,
  call: Pick<Call<{ id: string }>, 'house' | 'principal' | 'params'>,
): Promise<RuleRow> => {
  const rule = await side.read(call, (tx) => visibleRule(tx, side.listed(call, {}), call.params.id))
  if (rule === undefined) throw noRule(side)
  side.checkChangeable(rule)
  if (rule.is_builtin)
    throw new Problem('conflict', { detail: `${rule.code} is built in: it is neither changed nor deleted.` })
  return rule
}

export const noRule = ({ path }: Side): Problem =>
  new Problem('resource_not_found', { detail: `There is no rule with this id; GET ${path} lists them.` })

export const writeRules = (
  call: Pick<Call, 'house' | 'inTx' | 'inTxOf'>,
  owner: Owner,
  work: (tx: Tx, now: Date) => Promise<Answer>,
): Promise<Answer> => writeOwned(call, { owner, topic: 'fraud_rules' }, (tx) => work(tx, call.house.clock.now()))
