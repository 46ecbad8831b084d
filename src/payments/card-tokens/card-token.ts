/**
 * Card tokens: a shop sends one instead of a card it has never seen. The table holds a digest of the token, and a card
 * code that only the token opens.
 */
import { hash, hkdfSync, randomBytes } from 'node:crypto'
import { decrypt, encrypt } from '../../infra/crypto/cipher.ts'
import type { Sealer } from '../../infra/crypto/sealer.ts'

/** Contains only letters, so that no random secret looks like a card number. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEF'
const LENGTH = 40 // of 5 random bits each

export const CARD_TOKEN = `^ct_[a-zA-F]{${LENGTH}}$`
export const FIELDS_SECRET = `^fs_[a-zA-F]{${LENGTH}}$`

const randomLetters = (): string => Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte & 31]).join('')
export const newCardToken = (): string => `ct_${randomLetters()}`
export const newFieldsSecret = (): string => `fs_${randomLetters()}`

/** A plain digest is enough, because the secret is random. */
export const hashOfSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

interface CodeOwner {
  readonly tenantId: string
  /** Id of the session's row. */
  readonly id: string
}

/** Seals the code so that only the token opens it, not the database together with its keys. */
export const sealCode = (
  sealer: Pick<Sealer, 'seal'>,
  { tenantId, id }: CodeOwner,
  token: string,
  code: string,
): Promise<Buffer> =>
  sealer.seal(tenantId, toSealingContext(id), encrypt(toKey(token, id), Buffer.from(code), [tenantId, id, PURPOSE]))

export const openCode = async (
  sealer: Pick<Sealer, 'openBytes'>,
  { tenantId, id }: CodeOwner,
  token: string,
  sealed: Buffer,
): Promise<string> => {
  const inner = await sealer.openBytes(tenantId, toSealingContext(id), sealed)
  return decrypt(toKey(token, id), inner, [tenantId, id, PURPOSE]).toString()
}

const PURPOSE = 'code of a card token'
const toKey = (token: string, id: string): Buffer => Buffer.from(hkdfSync('sha256', token, id, PURPOSE, 32))
const toSealingContext = (rowId: string) => ({ table: 'fields_sessions', rowId, column: 'code_sealed' })
