/** Changes of a tenant's banks that wait for a second person and have no row in which to wait: routing, connectors, meanings of bank codes. */
import { type Endpoint, noContent } from '../access/endpoint.ts'
import { waitingEndpoints } from '../access/waiting/waiting-endpoints.ts'
import type { WaitingChange } from '../access/waiting/waiting-store.ts'
import type { Tx } from '../infra/database/database.ts'
import type { Change } from './changelog/changelog.ts'
import { writeTenantBanks } from './connectors/connector-operation.ts'
import { carryOutSwitch } from './connectors/hold-switch.ts'
import { carryOutMeaning } from './error-codes/hold-meaning.ts'
import { carryOutRule, carryOutSettings } from './routing-rules/confirmed-routing.ts'
import { ROUTING_RULES, SIMPLE_ROUTING_RULES } from './routing-rules/rule-kinds.ts'

type CarryOut = (tx: Tx, change: WaitingChange, now: Date) => Promise<Change[]>

const KINDS: Readonly<Record<string, CarryOut>> = {
  routing_rule: carryOutRule(ROUTING_RULES),
  simple_routing_rule: carryOutRule(SIMPLE_ROUTING_RULES),
  routing_settings: carryOutSettings,
  connector: carryOutSwitch,
  connector_error_code: carryOutMeaning,
}

export const waitingBankChanges: readonly Endpoint[] = waitingEndpoints({
  surface: 'cards',
  path: '/api/v1/waiting-changes',
  tag: 'WaitingChanges',
  readRole: 'pos-read',
  writeRole: 'admin',
  decide: (call, step) =>
    writeTenantBanks(call, async (tx, now) => {
      const { change, isCarriedOut } = await step(tx, now)
      const note = `requested by ${change.requested_by}`
      const carryOut = KINDS[change.kind] as CarryOut
      const changes = isCarriedOut ? await carryOut(tx, change, now) : []
      const { kind, entity_id: id, basis, wish } = change
      const after = isCarriedOut ? { action: 'confirmed', note, ...(wish as object) } : { action: 'rejected', note }
      return {
        answer: { ...noContent(), change: { kind, id, before: basis as object, after } },
        changes: changes.map((each) => ({ ...each, action: 'confirmed', note })),
      }
    }),
})
