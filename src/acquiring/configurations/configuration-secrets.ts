/** The four write-only members of a configuration: sealed on input, masked on output. */

import type { Configuration } from '../../connectors/attempt.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'
import { Secret } from '../../core/secret.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { secretSealingContext } from '../tenant-banks/tenant-banks.ts'
import type { WrittenConfiguration } from './configuration-schemas.ts'
import type { StoredConfiguration } from './configuration-store.ts'

type Opened = Configuration['secrets']

/** Member of the interface, its columns, and its name when opened. */
export const SECRETS = [
  { member: 'api_key', sealed: 'api_key_sealed', end: 'api_key_end', opened: 'apiKey' },
  { member: 'secret_key', sealed: 'secret_key_sealed', end: 'secret_key_end', opened: 'secretKey' },
  { member: 'password', sealed: 'password_sealed', end: 'password_end', opened: 'password' },
  { member: 'extra_credentials', sealed: 'extra_credentials_sealed', end: null, opened: 'extraCredentials' },
] as const satisfies readonly {
  member: keyof WrittenConfiguration
  sealed: keyof StoredConfiguration
  end: keyof StoredConfiguration | null
  opened: keyof Opened
}[]

type SecretColumns = Pick<
  StoredConfiguration,
  (typeof SECRETS)[number]['sealed'] | NonNullable<(typeof SECRETS)[number]['end']>
>
export const NO_SECRETS: SecretColumns = {
  api_key_sealed: null,
  secret_key_sealed: null,
  password_sealed: null,
  extra_credentials_sealed: null,
  api_key_end: null,
  secret_key_end: null,
  password_end: null,
}

export interface WrittenSecrets {
  /** Columns to write; unchanged secrets are not among them. */
  columns: Partial<SecretColumns>
  /** Members that were sent. */
  members: string[]
  /** The configuration's secrets after the write: null for a removed one. */
  opened: { -readonly [Name in keyof Opened]?: Secret | null }
}

/** Members that were sent, changed or not. */
export type SentSecrets = { readonly members: readonly string[] }

const MASK = '***'
const LONG = 12 // the last four characters of anything longer reveal little
const isMask = (text: string): boolean => /^\*{3}.{0,4}$/su.test(text)

/** The masked form of a secret, or null. */
export const lastCharacters = (plain: string): string | null => {
  const signs = [...plain]
  return signs.length > LONG ? signs.slice(-4).join('') : null
}

/** Call it before the transaction: sealing may write a data key. */
export const sealSecrets = async (
  runtime: Runtime,
  tenantId: string,
  id: string,
  body: Partial<WrittenConfiguration>,
): Promise<WrittenSecrets> => {
  const written: WrittenSecrets = { columns: {}, members: [], opened: {} }
  for (const { member, sealed, end, opened } of SECRETS) {
    const plain = body[member]
    if (plain === undefined || isMask(plain)) continue
    written.members.push(member)
    written.opened[opened] = plain === '' ? null : new Secret(plain)
    written.columns[sealed] =
      plain === '' ? null : await runtime.sealer.seal(tenantId, secretSealingContext(id, sealed), plain)
    if (end !== null) written.columns[end] = lastCharacters(plain)
  }
  return written
}

/** A new configuration has no stored secret a mask could refer to. */
export const refuseMasks = (body: Partial<WrittenConfiguration>): void => {
  const masked = SECRETS.find(({ member }) => isMask(body[member] ?? ''))
  if (masked)
    throw fieldProblem(
      masked.member,
      'invalid_format',
      phrase`is a masked value; a new configuration needs the secret itself`,
    )
}

/** The secrets a configuration will have: the stored ones, overridden by the written ones. */
export const mergeSecrets = (stored: Opened, { opened }: WrittenSecrets): Opened =>
  Object.fromEntries(
    Object.entries({ ...stored, ...opened }).filter(([, secret]) => secret !== null && secret !== undefined),
  )

/** Masks the secrets for display. */
export const maskSecrets = (row: SecretColumns) => ({
  api_key: masked(row.api_key_sealed, row.api_key_end),
  secret_key: masked(row.secret_key_sealed, row.secret_key_end),
  password: masked(row.password_sealed, row.password_end),
  extra_credentials: masked(row.extra_credentials_sealed, null),
})

const masked = (sealed: Buffer | null, end: string | null): string | null =>
  sealed === null ? null : `${MASK}${end ?? ''}`

/** Members whose stored secret would go to an address it was not meant for: each must be sent again, or removed. */
export const secretsToResend = (stored: SecretColumns, { members }: SentSecrets): string[] =>
  SECRETS.filter(({ member, sealed }) => stored[sealed] !== null && !members.includes(member)).map(
    ({ member }) => member,
  )
