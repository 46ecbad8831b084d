/** The address of a channel: sealed at rest, since the address of a chat is all that it takes to write there, and shown in part. */
import { Secret } from '../../core/secret.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { ChannelKind, ChannelRow } from './channel-store.ts'

type Needs = Pick<Runtime, 'sealer'>

const place = (column: 'address_sealed' | 'secret_sealed', id: string) => ({
  table: 'monitor_channels',
  rowId: id,
  column,
})

export const sealAddress = ({ sealer }: Needs, tenantId: string, id: string, address: string): Promise<Buffer> =>
  sealer.seal(tenantId, place('address_sealed', id), address)

export const openAddress = (
  { sealer }: Needs,
  { tenant_id, id, address_sealed }: Pick<ChannelRow, 'tenant_id' | 'id' | 'address_sealed'>,
  tx?: Tx,
): Promise<string> => sealer.open(tenant_id, place('address_sealed', id), address_sealed, tx)

export const sealChannelSecret = ({ sealer }: Needs, tenantId: string, id: string, secret: Secret): Promise<Buffer> =>
  secret.use((plain) => sealer.seal(tenantId, place('secret_sealed', id), plain))

export const openChannelSecret = async (
  { sealer }: Needs,
  { tenant_id, id }: Pick<ChannelRow, 'tenant_id' | 'id'>,
  sealed: Buffer,
): Promise<Secret> => new Secret(await sealer.open(tenant_id, place('secret_sealed', id), sealed))

/** `n…@shop.example`, `https://hooks.slack.com/…`. */
export const toShownAddress = (kind: ChannelKind, address: string): string => {
  if (kind !== 'mail') return `${new URL(address).origin}/…`
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}…${address.slice(at)}`
}
