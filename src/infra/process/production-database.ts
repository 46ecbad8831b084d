/** Which address of the database each role of a production needs. */
import { InvalidSettingError } from './setting-parsers.ts'

/** Production has a server of its own, and the owner's password is for the migration alone. */
export const checkProductionDatabase = (role: string, owner: string | undefined, app: string | undefined): void => {
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
