/** Carries out changes of routing that a second person confirmed. */
import { isDeepStrictEqual } from 'node:util'
import { refuseOvertaken } from '../../access/waiting/waiting-change.ts'
import type { WaitingChange } from '../../access/waiting/waiting-store.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { Change } from '../changelog/changelog.ts'
import { lockSettings } from './routing-settings.ts'
import { type RoutingSettings, selectRoutingSettings, writeRoutingSettings } from './routing-store.ts'
import { loggedChanges, saveRules, settledState } from './rule-changes.ts'
import type { RuleKind } from './rule-kinds.ts'
import { type AnyRule, lockRule } from './rule-store.ts'
import { holdTargets } from './write-rule.ts'

export const carryOutRule =
  (kind: RuleKind) =>
  async (tx: Tx, { tenant_id, entity_id, basis, wish }: WaitingChange, now: Date): Promise<Change[]> => {
    const before = await lockRule<AnyRule>(tx, kind.table, tenant_id, entity_id)
    refuseOvertaken(before !== undefined && isDeepStrictEqual(settledState(kind, before), basis))
    const after = { ...before, ...(wish as object), last_modified: now } as AnyRule
    // A configuration that the rule names may have been deleted in between.
    if (!after.is_deleted) await holdTargets(tx, tenant_id, after)
    const change = { before: before as AnyRule, after }
    await saveRules(tx, kind, [change])
    return loggedChanges(tx, tenant_id, kind, [change])
  }

export const carryOutSettings = async (
  tx: Tx,
  { tenant_id, basis, wish }: WaitingChange,
  now: Date,
): Promise<Change[]> => {
  await lockSettings(tx, tenant_id)
  refuseOvertaken(isDeepStrictEqual({ ...(await selectRoutingSettings(tx, tenant_id)) }, basis))
  await writeRoutingSettings(tx, tenant_id, wish as RoutingSettings, now)
  return []
}
