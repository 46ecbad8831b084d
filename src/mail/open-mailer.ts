/**
 * Chooses the mailer of an installation: an SMTP server if one is set, otherwise files in a sandbox, otherwise none.
 */
import { join } from 'node:path'
import type { Config } from '../infra/process/config.ts'
import { openFileMailer } from './file-mailer.ts'
import type { Mailer } from './mail.ts'
import { openSmtpMailer } from './smtp-mailer.ts'

type MailConfig = Pick<Config, 'env' | 'smtpUrl' | 'mailFrom' | 'dataDir'>

export const hasMail = ({ env, smtpUrl }: Pick<Config, 'env' | 'smtpUrl'>): boolean =>
  smtpUrl !== undefined || env === 'sandbox'

export const openMailer = ({ env, smtpUrl, mailFrom, dataDir }: MailConfig): Mailer | undefined => {
  if (smtpUrl !== undefined)
    return openSmtpMailer({ url: smtpUrl, from: mailFrom, requiresTls: env === 'production' && !isOwnMachine(smtpUrl) })
  return env === 'sandbox' ? openFileMailer(join(dataDir, 'mail'), mailFrom) : undefined
}

const isOwnMachine = (url: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
