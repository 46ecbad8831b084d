/** The port to whatever keeps the master keys: it wraps and unwraps keys by the id of a master key, and never hands one out. */

/**
 * {@link localKms} keeps them in a setting or a file. A service (cloud KMS, Vault, an HSM) is a second implementation of these
 * functions, chosen in open-kms.ts: nothing else knows where master keys are. Calls are rare: one per data key and process,
 * and one per data key in a rotation.
 */
export interface Kms {
  /** For people: where the keys are. */
  readonly source: string
  /** Ids of the keys it can use now, newest first; never empty. */
  keyIds(): readonly string[]
  /** Looks again which keys there are; called every second, so it asks nobody far away each time. */
  refresh(): Promise<void>
  /** `belongsTo` is bound in as associated data. Throws {@link WrongMasterKeyError} for an id it has not. */
  wrap(keyId: string, plain: Buffer, belongsTo: readonly string[]): Promise<Buffer>
  /** Throws {@link WrongMasterKeyError} when it has no such key, or another one under this id. */
  unwrap(keyId: string, wrapped: Buffer, belongsTo: readonly string[]): Promise<Buffer>
  /** Adds a new newest key and answers its id; absent where the operator brings keys. */
  makeKey?(): Promise<string>
  /** Keeps these; the others go to a file of their own, which it answers. Absent where the operator takes keys away. */
  keepOnly?(keyIds: readonly string[]): Promise<string>
  /** The same 32 bytes for the same purpose as long as the oldest key stays; absent where keys never leave. */
  derive?(purpose: string): Buffer
}

/** The start refuses with this. */
export class WrongMasterKeyError extends Error {
  constructor(keyId: string, source: string) {
    super(
      `This database was sealed with another master key (id ${keyId}), which is not in ${source}. Give that key, too: VEZNE_MASTER_KEYS or VEZNE_MASTER_KEYS_FILE`,
    )
  }
}
