/** A policy that switches the rules of a process off for a merchant, waiting for a second person: the rules stay active until then. */
import type { AuditedChange, Call } from '../../access/endpoint.ts'
import { askSecondPerson, refuseOvertaken, WAITS_NOTE } from '../../access/waiting/waiting-change.ts'
import type { WaitingChange } from '../../access/waiting/waiting-store.ts'
import { derivedId } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { FraudProcess } from './active-rule-store.ts'
import { findPolicies, type PolicyRow, writePolicies } from './merchant-policy-store.ts'

export const MERCHANT_POLICY = 'merchant_policy'

/** Returns the same id for a merchant and process permanently, default or set. */
export const policyId = ({
  tenant_id,
  merchant_id,
  process,
}: Pick<PolicyRow, 'tenant_id' | 'merchant_id' | 'process'>) =>
  derivedId(['fraud_policy', tenant_id, merchant_id, process])

/** Returns the wished rows that switch off rules that are on. */
export const switchingOff = (before: readonly PolicyRow[], wished: readonly PolicyRow[]): PolicyRow[] => {
  const off = new Set(before.filter(({ enabled }) => !enabled).map(({ process }) => process))
  return wished.filter(({ process, enabled }) => !enabled && !off.has(process))
}

interface Held {
  readonly tx: Tx
  readonly now: Date
  readonly label: string
  readonly rows: readonly PolicyRow[]
}

export const holdPolicies = async (
  principal: Call['principal'],
  { tx, now, label, rows }: Held,
): Promise<AuditedChange[]> => {
  const changes: AuditedChange[] = []
  for (const row of rows) {
    const { tenant_id: tenantId, merchant_id, process, reason } = row
    const wish = { merchant_id, process, enabled: false, reason }
    await askSecondPerson(
      tx,
      { tenantId, principal, now },
      {
        surface: 'fraud',
        kind: MERCHANT_POLICY,
        entity_id: policyId(row),
        label: `${label} · ${process}`,
        basis: { enabled: true },
        wish,
        changes: [
          { field: 'enabled', before: 'true', after: 'false' },
          { field: 'reason', before: null, after: reason },
        ],
      },
    )
    const after = { action: 'requested', note: WAITS_NOTE, ...wish }
    changes.push({ kind: MERCHANT_POLICY, id: merchant_id, before: { process, enabled: true }, after })
  }
  return changes
}

export const carryOutPolicy = async (tx: Tx, change: WaitingChange, now: Date): Promise<AuditedChange> => {
  const { tenant_id } = change
  const wish = change.wish as { merchant_id: string; process: FraudProcess; enabled: boolean; reason: string | null }
  const rows = await findPolicies(tx, tenant_id, wish.merchant_id)
  refuseOvertaken(rows.find(({ process }) => process === wish.process)?.enabled !== false)
  await writePolicies(tx, [{ tenant_id, ...wish, last_modified: now }])
  const note = { action: 'confirmed', note: `requested by ${change.requested_by}` }
  return {
    kind: MERCHANT_POLICY,
    id: wish.merchant_id,
    before: { process: wish.process, enabled: true },
    after: { ...note, ...wish },
  }
}
