/** Which mailer an installation has: an SMTP server where one is set, else files in a sandbox, else none. */
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
