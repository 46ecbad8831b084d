/** The port to the holder of the master keys: it wraps and unwraps keys by the id of a master key, and never hands one out. */

/**
 * {@link localKms} reads them from a setting or a file. A service (cloud KMS, Vault, an HSM) is a second implementation of these
 * functions, chosen in open-kms.ts: nothing else knows where master keys are. Calls are rare: one per data key and process,
 * and one per data key in a rotation.
 */
export interface Kms {
  /** Where the keys are, as a text for people. */
  readonly source: string
  /** Ids of the keys it can use now, newest first; never empty. */
  keyIds(): readonly string[]
  /** Reloads the list of keys; called every second, so it must not make a remote call each time. */
  refresh(): Promise<void>
  /** `belongsTo` is bound as associated data. Throws {@link WrongMasterKeyError} for an unknown id. */
  wrap(keyId: string, plain: Buffer, belongsTo: readonly string[]): Promise<Buffer>
  /** Throws {@link WrongMasterKeyError} when it has no such key, or another one under this id. */
  unwrap(keyId: string, wrapped: Buffer, belongsTo: readonly string[]): Promise<Buffer>
  /** Adds a new newest key and returns its id; absent where the operator supplies keys. */
  makeKey?(): Promise<string>
  /**
   * Keeps these keys and moves the others to a separate file, whose path it returns. Absent where the operator removes
   * keys.
   */
  keepOnly?(keyIds: readonly string[]): Promise<string>
  /**
   * Returns the same 32 bytes for the same purpose as long as the oldest key exists; absent where keys never leave the
   * KMS.
   */
  derive?(purpose: string): Buffer
}

/** The master keys do not fit what the database was sealed with; startup fails with this error. */
export class WrongMasterKeyError extends Error {
  constructor(keyId: string, source: string) {
    super(
      `This database was sealed with another master key (id ${keyId}), which is not in ${source}. Give that key, too: VEZNE_MASTER_KEYS or VEZNE_MASTER_KEYS_FILE`,
    )
  }
}
