/** Switching a connector on or off redirects payments: if that has to wait for a second person, the connector stays unchanged until then. */
import { isDeepStrictEqual } from 'node:util'
import type { Call } from '../../access/endpoint.ts'
import { askSecondPerson, refuseOvertaken, WAITS_NOTE } from '../../access/waiting/waiting-change.ts'
import type { WaitingChange } from '../../access/waiting/waiting-store.ts'
import type { Tx } from '../../infra/database/database.ts'
import { type Change, diffFields } from '../changelog/changelog.ts'
import { type FourEyesGuard, waitsAsRedirect } from '../redirects.ts'
import { type ConnectorRow, lockConnector, replaceConnector } from './connector-store.ts'

interface Switching {
  readonly guard: FourEyesGuard
  readonly tx: Tx
  readonly now: Date
  readonly currentConnector: ConnectorRow
  readonly isActive: boolean
}

/** Returns the changelog entry of a switch that waits; undefined if it may be carried out now. */
export const holdSwitch = async (
  { tenantId, principal }: Pick<Call, 'tenantId' | 'principal'>,
  { guard, tx, now, currentConnector: known, isActive }: Switching,
): Promise<Change | undefined> => {
  if (known.is_active === isActive) return undefined
  const { id } = known
  if (!(await waitsAsRedirect(guard, tx, tenantId, { connector: { id, isActive } }))) return undefined
  const sides = { basis: { is_active: known.is_active }, wish: { is_active: isActive } }
  const diff = diffFields(sides.basis, sides.wish)
  const asked = { surface: 'cards', kind: 'connector', entity_id: id, label: known.name, changes: diff } as const
  await askSecondPerson(tx, { tenantId, principal, now }, { ...asked, ...sides })
  return { connectorId: id, kind: 'connector', entityId: id, action: 'requested', diff, note: WAITS_NOTE }
}

export const carryOutSwitch = async (
  tx: Tx,
  { tenant_id, entity_id, basis, wish }: WaitingChange,
  now: Date,
): Promise<Change[]> => {
  const currentConnector = await lockConnector(tx, tenant_id, entity_id)
  refuseOvertaken(currentConnector !== undefined && isDeepStrictEqual({ is_active: currentConnector.is_active }, basis))
  const { is_active } = wish as { is_active: boolean }
  await replaceConnector(tx, { ...(currentConnector as ConnectorRow), is_active, last_modified: now })
  const diff = diffFields({ is_active: !is_active }, { is_active })
  const action = is_active ? 'activated' : 'deactivated'
  return [{ connectorId: entity_id, kind: 'connector', entityId: entity_id, action, diff }]
}
