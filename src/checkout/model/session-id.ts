/** Session ids: 128 random bits that open a page. The table holds a digest and a sealed text, so a reader of the table cannot open any page. */
import { hash, randomBytes } from 'node:crypto'
import type { Sealer } from '../../infra/crypto/sealer.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { SessionRow } from './session-row.ts'

export const SESSION_ID = '^[0-9a-f]{32}$'

export const newSessionId = (): string => randomBytes(16).toString('hex')

/** A plain digest is enough, because the id itself is random enough. */
export const hashSessionId = (sessionId: string): Buffer => hash('sha256', sessionId, 'buffer')

const contextOf = (rowId: string, column: 'id_sealed' | 'customer_sealed') => ({
  table: 'checkout_sessions',
  rowId,
  column,
})

export interface Customer {
  readonly email: string | null
  readonly phone: string | null
}

export const sealSession = async (
  sealer: Pick<Sealer, 'seal'>,
  { tenantId, id, sessionId, customer }: { tenantId: string; id: string; sessionId: string; customer: Customer },
): Promise<Pick<SessionRow, 'id_sealed' | 'customer_sealed'>> => ({
  id_sealed: await sealer.seal(tenantId, contextOf(id, 'id_sealed'), sessionId),
  customer_sealed:
    customer.email === null && customer.phone === null
      ? null
      : await sealer.seal(tenantId, contextOf(id, 'customer_sealed'), JSON.stringify(customer)),
})

type Sealed = Pick<SessionRow, 'tenant_id' | 'id' | 'id_sealed' | 'customer_sealed'>

export const openSessionId = (sealer: Pick<Sealer, 'open'>, { tenant_id, id, id_sealed }: Sealed): Promise<string> =>
  sealer.open(tenant_id, contextOf(id, 'id_sealed'), id_sealed)

/** `tx` is set inside a transaction. */
export const openCustomer = async (
  sealer: Pick<Sealer, 'open'>,
  session: Omit<Sealed, 'id_sealed'>,
  tx?: Tx,
): Promise<Customer> =>
  session.customer_sealed === null
    ? { email: null, phone: null }
    : (JSON.parse(
        await sealer.open(session.tenant_id, contextOf(session.id, 'customer_sealed'), session.customer_sealed, tx),
      ) as Customer)
