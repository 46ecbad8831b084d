/** SQL of the second factor: prepared, confirmed, used code by code, removed. */
import type { Tx } from '../../infra/database/database.ts'

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
    `select totp_sealed as sealed, totp_confirmed_at as "confirmedAt",
       coalesce(cardinality(recovery_code_hashes), 0) as "recoveryCodesLeft"
     from users where tenant_id = $1 and id = $2 and not is_deleted`,
    [tenantId, userId],
  )
  return row
}

/** Stores a secret that is not in use yet; returns false if one is in use already. */
export const prepareSecondFactor = async (tx: Tx, tenantId: string, userId: string, sealed: Buffer): Promise<boolean> =>
  (await tx.execute(
    `update users set totp_sealed = $3, totp_last_step = null
     where tenant_id = $1 and id = $2 and not is_deleted and totp_confirmed_at is null`,
    [tenantId, userId, sealed],
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
    `update users set totp_confirmed_at = $6, totp_last_step = $4, recovery_code_hashes = $5, last_modified = $6,
       second_factor_known_by = password_known_by
     where tenant_id = $1 and id = $2 and totp_sealed = $3 and totp_confirmed_at is null`,
    [confirmed.tenantId, confirmed.userId, confirmed.sealed, confirmed.step, confirmed.recoveryHashes, confirmed.now],
  )) === 1

/** Returns false if this code, or a later one, was used before. */
export const spendStep = async (tx: Tx, tenantId: string, userId: string, step: number): Promise<boolean> =>
  (await tx.execute(
    `update users set totp_last_step = $3
     where tenant_id = $1 and id = $2 and totp_confirmed_at is not null and coalesce(totp_last_step, 0) < $3`,
    [tenantId, userId, step],
  )) === 1

export const spendRecoveryCode = async (tx: Tx, tenantId: string, userId: string, hash: Buffer): Promise<boolean> =>
  (await tx.execute(
    `update users set recovery_code_hashes = array_remove(recovery_code_hashes, $3)
     where tenant_id = $1 and id = $2 and totp_confirmed_at is not null and $3 = any(recovery_code_hashes)`,
    [tenantId, userId, hash],
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
    `update users set recovery_code_hashes = $3, last_modified = $4
     where tenant_id = $1 and id = $2 and totp_confirmed_at is not null`,
    [tenantId, userId, hashes, now],
  )) === 1

/** Returns true if there was one, confirmed or not. */
export const removeSecondFactor = async (tx: Tx, tenantId: string, userId: string, now: Date): Promise<boolean> =>
  (await tx.execute(
    `update users set totp_sealed = null, totp_confirmed_at = null, totp_last_step = null, recovery_code_hashes = null,
       second_factor_known_by = null, last_modified = $3
     where tenant_id = $1 and id = $2 and totp_sealed is not null`,
    [tenantId, userId, now],
  )) === 1
