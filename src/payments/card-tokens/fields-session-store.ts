/** SQL of fields sessions and the token each may have, one function per statement. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'

export interface FieldsSession extends Omit<Row<'fields_sessions'>, 'secret_hash' | 'token_hash'> {
  /** Largest amount. */
  amount: number
}

type NewFieldsSession = Pick<
  FieldsSession,
  | 'tenant_id'
  | 'id'
  | 'merchant_id'
  | 'amount'
  | 'currency'
  | 'allowed_installments'
  | 'origin'
  | 'expires_at'
  | 'created'
> & { secret_hash: Buffer }

const COLUMNS = sql`tenant_id, id, merchant_id, amount, currency, allowed_installments, origin, expires_at, created,
  token_no, token_expires_at, card_holder_name, card_sealed, code_sealed, used_by`

export const insertFieldsSession = (tx: Tx, session: NewFieldsSession): Promise<number> =>
  tx.execute(
    sql`insert into fields_sessions
       (tenant_id, id, merchant_id, secret_hash, amount, currency, allowed_installments, origin, expires_at, created)
     values (${session.tenant_id}, ${session.id}, ${session.merchant_id}, ${session.secret_hash}, ${session.amount}, ${session.currency}, ${session.allowed_installments}, ${session.origin}, ${session.expires_at}, ${session.created})`,
  )

/** Runs across tenants, because the tenant is not known yet. */
export const findFieldsSession = async (tx: Tx, secretHash: Buffer): Promise<FieldsSession | undefined> => {
  const rows = await tx.query<FieldsSession>(
    sql`select ${COLUMNS} from fields_sessions where secret_hash = ${secretHash}`,
  )
  return rows[0]
}

export interface TypedCard {
  token_hash: Buffer
  token_expires_at: Date
  card_holder_name: string
  card_sealed: Buffer
  code_sealed: Buffer
}

/** Replaces an unused token. Returns 0 if the token was used meanwhile, or too many were created. */
export const writeToken = (
  tx: Tx,
  { tenant_id, id }: Pick<FieldsSession, 'tenant_id' | 'id'>,
  card: TypedCard,
  tokensMax: number,
): Promise<number> =>
  tx.execute(
    sql`update fields_sessions set token_no = token_no + 1, token_hash = ${card.token_hash}, token_expires_at = ${card.token_expires_at}, card_holder_name = ${card.card_holder_name},
       card_sealed = ${card.card_sealed}, code_sealed = ${card.code_sealed}
      where tenant_id = ${tenant_id} and id = ${id} and used_by is null and token_no < ${tokensMax}`,
  )

export interface TokenScope {
  readonly tenantId: string
  readonly merchantId: string
  readonly tokenHash: Buffer
}

export const findToken = async (
  tx: Tx,
  { tenantId, merchantId, tokenHash }: TokenScope,
): Promise<FieldsSession | undefined> => {
  const rows = await tx.query<FieldsSession>(
    sql`select ${COLUMNS} from fields_sessions where tenant_id = ${tenantId} and token_hash = ${tokenHash} and merchant_id = ${merchantId}`,
  )
  return rows[0]
}

/**
 * Gives the token to exactly one of several concurrent requests. Returns 0 if another request has it, or another card
 * was entered meanwhile.
 */
export const claimToken = (tx: Tx, { tenantId, merchantId, tokenHash }: TokenScope, usedBy: Buffer): Promise<number> =>
  tx.execute(
    sql`update fields_sessions set used_by = ${usedBy}
      where tenant_id = ${tenantId} and token_hash = ${tokenHash} and merchant_id = ${merchantId} and (used_by is null or used_by = ${usedBy})`,
  )

export const dropClaim = (tx: Tx, { tenantId, merchantId, tokenHash }: TokenScope, usedBy: Buffer): Promise<number> =>
  tx.execute(
    sql`update fields_sessions set used_by = null where tenant_id = ${tenantId} and token_hash = ${tokenHash} and merchant_id = ${merchantId} and used_by = ${usedBy}`,
  )

const WITHOUT_CARD = sql`card_sealed = null, code_sealed = null, card_holder_name = null`

export const forgetCard = (tx: Tx, { tenantId, merchantId, tokenHash }: TokenScope): Promise<number> =>
  tx.execute(
    sql`update fields_sessions set ${WITHOUT_CARD} where tenant_id = ${tenantId} and token_hash = ${tokenHash} and merchant_id = ${merchantId} and used_by is not null`,
  )

/** Runs across tenants. */
export const findTenantsWithExpiredCards = async (tx: Tx, now: Date): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    sql`select distinct tenant_id from fields_sessions where card_sealed is not null and token_expires_at <= ${now}`,
  )
  return rows.map(({ tenant_id }) => tenant_id)
}

export const forgetExpiredCards = (tx: Tx, tenantId: string, now: Date): Promise<number> =>
  tx.execute(
    sql`update fields_sessions set ${WITHOUT_CARD} where tenant_id = ${tenantId} and card_sealed is not null and token_expires_at <= ${now}`,
  )

export const deleteFieldsSessions = (tx: Tx, tenantId: string, expiredBefore: Date): Promise<number> =>
  tx.execute(sql`delete from fields_sessions where tenant_id = ${tenantId} and expires_at < ${expiredBefore}`)
