/** SQL of the second factor: prepared, confirmed, used code by code, removed. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { updateTable } from '../../infra/database/statements/write-rows.ts'

interface SecondFactorRow {
  readonly sealed: Buffer | null
  readonly confirmedAt: Date | null
  readonly recoveryCodesLeft: number
}

export const findSecondFactor = async (
  tx: Tx,
  tenantId: string,
  userId: string,
): Promise<SecondFactorRow | undefined> => {
  const [row] = await tx.query<SecondFactorRow>(
    sql`select totp_sealed as sealed, totp_confirmed_at as "confirmedAt",
       coalesce(cardinality(recovery_code_hashes), 0) as "recoveryCodesLeft"
     from users where tenant_id = ${tenantId} and id = ${userId} and not is_deleted`,
  )
  return row
}

/** Stores a secret that is not in use yet; returns false if one is in use already. */
export const prepareSecondFactor = async (tx: Tx, tenantId: string, userId: string, sealed: Buffer): Promise<boolean> =>
  (await tx.execute(
    sql`update users set totp_sealed = ${sealed}, totp_last_step = null
     where tenant_id = ${tenantId} and id = ${userId} and not is_deleted and totp_confirmed_at is null`,
  )) === 1

export interface Confirmed {
  readonly tenantId: string
  readonly userId: string
  /** The secret whose code was compared: another one may have been prepared in between. */
  readonly sealed: Buffer
  readonly step: number
  readonly recoveryHashes: readonly Buffer[]
  readonly now: Date
}

/** A person who may know the password may also have set up the second factor. */
export const confirmSecondFactor = async (tx: Tx, confirmed: Confirmed): Promise<boolean> =>
  (await tx.execute(
    sql`update users set totp_confirmed_at = ${confirmed.now}, totp_last_step = ${confirmed.step}, recovery_code_hashes = ${confirmed.recoveryHashes}, last_modified = ${confirmed.now},
       second_factor_known_by = password_known_by
     where tenant_id = ${confirmed.tenantId} and id = ${confirmed.userId} and totp_sealed = ${confirmed.sealed} and totp_confirmed_at is null`,
  )) === 1

/** Returns false if this code, or a later one, was used before. */
export const spendStep = async (tx: Tx, tenantId: string, userId: string, step: number): Promise<boolean> =>
  (await tx.execute(
    sql`update users set totp_last_step = ${step}
     where tenant_id = ${tenantId} and id = ${userId} and totp_confirmed_at is not null and coalesce(totp_last_step, 0) < ${step}`,
  )) === 1

export const spendRecoveryCode = async (tx: Tx, tenantId: string, userId: string, hash: Buffer): Promise<boolean> =>
  (await tx.execute(
    sql`update users set recovery_code_hashes = array_remove(recovery_code_hashes, ${hash})
     where tenant_id = ${tenantId} and id = ${userId} and totp_confirmed_at is not null and ${hash} = any(recovery_code_hashes)`,
  )) === 1

/** Returns false if no second factor is in use. */
export const replaceRecoveryCodes = async (
  tx: Tx,
  tenantId: string,
  userId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<boolean> =>
  (await tx.execute(
    sql`update users set recovery_code_hashes = ${hashes}, last_modified = ${now}
     where tenant_id = ${tenantId} and id = ${userId} and totp_confirmed_at is not null`,
  )) === 1

/** Returns true if there was one, confirmed or not. */
export const removeSecondFactor = async (tx: Tx, tenantId: string, userId: string, now: Date): Promise<boolean> =>
  (await tx.execute(
    updateTable(
      'users',
      { tenant_id: tenantId, id: userId },
      {
        totp_sealed: null,
        totp_confirmed_at: null,
        totp_last_step: null,
        recovery_code_hashes: null,
        second_factor_known_by: null,
        last_modified: now,
      },
      sql`and totp_sealed is not null`,
    ),
  )) === 1
