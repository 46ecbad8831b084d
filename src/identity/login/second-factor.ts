/** The second factor of people: time-based codes (RFC 6238), each taken once, and recovery codes for a lost device. */
import { TOTP, Secret as TotpSecret } from 'otpauth'
import type { Sealer } from '../../infra/crypto/sealer.ts'
import { newTypedCode, toPlainCode } from './typed-code.ts'

const DIGITS = 6
const PERIOD_S = 30
const STEPS_BESIDE = 1 // watches differ: the code before and the one after count, too
const SECRET_BYTES = 20 // of SHA-1, which every authenticator app supports

const RECOVERY_CODES = 10 // behind a lock after ten failures

/** Result of a code; it still has to be spent. */
export type Proof = { readonly step: number } | { readonly recovery: Buffer }

interface SecondFactorOwner {
  readonly tenantId: string
  readonly userId: string
}

export const newTotpSecret = (): string => new TotpSecret({ size: SECRET_BYTES }).base32

/** Returns the text that an authenticator app reads from a QR code. */
export const otpauthUri = (secret: string, issuer: string, label: string): string =>
  totpOf(secret, { issuer, label }).toString()

const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...names, secret: TotpSecret.fromBase32(secret), algorithm: 'SHA1', digits: DIGITS, period: PERIOD_S })

/** The step whose code this is; null when it is none of those that count at `nowMs`, real time. */
export const totpStep = (secret: string, code: string, nowMs: number): number | null => {
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: STEPS_BESIDE })
  return delta === null ? null : Math.floor(nowMs / 1000 / PERIOD_S) + delta
}

export const isTotpCode = (text: string): boolean => /^[0-9]{6}$/.test(text)

/** Shown once; stored as keyed hashes. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newTypedCode)

export const hashRecoveryCode = (
  sealer: Pick<Sealer, 'hashSecret'>,
  { tenantId, userId }: SecondFactorOwner,
  code: string,
): Buffer => sealer.hashSecret(`recovery ${tenantId} ${userId} ${toPlainCode(code)}`)

export const totpSealingContext = (userId: string) => ({ table: 'users', rowId: userId, column: 'totp_sealed' })

/** Compared where no factor is set up, so that the work is the same. */
export const DUMMY_SECRET = 'A'.repeat(32)
