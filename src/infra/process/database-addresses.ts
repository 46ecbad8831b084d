/** The addresses of the database, and which of them an environment needs. */
import { InvalidSettingError } from './setting-parsers.ts'

export interface DatabaseAddresses {
  /** Address for the owner of the schema; undefined means the embedded server. */
  databaseUrl: string | undefined
  /** Address for the role the program acts as: the only database access of a serving process in production. */
  databaseAppUrl: string | undefined
  /** Address of the server itself if a pooler is in front of it; without a user. */
  databaseDirectUrl: string | undefined
  /** Addresses of standbys that answer long reads; without a user. */
  databaseReadUrl: string | undefined
  /** Address for the role that reads past row security, for backups. */
  databaseBackupUrl: string | undefined
  /** Addresses of the servers that tenants are spread over, without users; empty: there is one database. */
  shards: readonly string[]
}

type AddressName =
  | 'DATABASE_URL'
  | 'DATABASE_APP_URL'
  | 'DATABASE_DIRECT_URL'
  | 'DATABASE_READ_URL'
  | 'DATABASE_BACKUP_URL'

export const databaseAddresses = (
  value: (name: AddressName) => string | undefined,
  shards: readonly string[],
): DatabaseAddresses => {
  if (shards.length > 0) checkShards(shards, value)
  const [databaseUrl, databaseAppUrl] = [value('DATABASE_URL'), value('DATABASE_APP_URL')]
  const databaseDirectUrl = shards[0] ?? value('DATABASE_DIRECT_URL')
  const databaseReadUrl = value('DATABASE_READ_URL')
  for (const [name, given] of Object.entries({
    DATABASE_DIRECT_URL: databaseDirectUrl,
    DATABASE_READ_URL: databaseReadUrl,
  }))
    if (given !== undefined && databaseUrl === undefined && databaseAppUrl === undefined)
      throw new InvalidSettingError(name, 'it stands beside DATABASE_URL or DATABASE_APP_URL, not alone')
  const databaseBackupUrl = value('DATABASE_BACKUP_URL')
  return { databaseUrl, databaseAppUrl, databaseDirectUrl, databaseReadUrl, databaseBackupUrl, shards }
}

const checkShards = (shards: readonly string[], value: (name: AddressName) => string | undefined): void => {
  const fault =
    value('DATABASE_URL') === undefined && value('DATABASE_APP_URL') === undefined
      ? 'it stands beside DATABASE_URL or DATABASE_APP_URL, not alone'
      : value('DATABASE_DIRECT_URL') !== undefined
        ? 'it stands in place of DATABASE_DIRECT_URL'
        : value('DATABASE_READ_URL') !== undefined
          ? 'lists are read from the shards themselves: DATABASE_READ_URL is left out'
          : new Set(shards).size < shards.length
            ? 'an address stands in it twice'
            : undefined
  if (fault !== undefined) throw new InvalidSettingError('VEZNE_SHARDS', fault)
}

/** Production needs a server that the operator runs, and uses the owner's password only for the migration. */
export const checkProductionDatabase = (
  role: string,
  { databaseUrl: owner, databaseAppUrl: app }: DatabaseAddresses,
): void => {
  if (owner === undefined && (app === undefined || role === 'migrate'))
    throw new InvalidSettingError(
      'DATABASE_URL',
      'VEZNE_ENV=production refuses to start without a PostgreSQL of its own: DATABASE_URL for VEZNE_ROLE=migrate, DATABASE_APP_URL for the others',
    )
  if (app === undefined && role !== 'migrate')
    throw new InvalidSettingError(
      'DATABASE_APP_URL',
      `in production VEZNE_ROLE=${role} acts as the application's role, which owns nothing; DATABASE_URL is for VEZNE_ROLE=migrate`,
    )
}
