/** Settings of mail: the server and the sender. */
import { InvalidSettingError } from './setting-parsers.ts'

/** Parses the address. The text may contain a password, so messages do not repeat it. */
export const smtpAddress = (written: string, name: string): string | undefined => {
  if (written === '') return undefined
  if (!URL.canParse(written) || !/^smtps?:\/\//i.test(written) || new URL(written).hostname === '')
    throw new InvalidSettingError(
      name,
      'it is no address such as smtps://user:password@mail.example or smtp://mail.example:587',
    )
  return written
}

const SENDER = /^(?:[^<>"\r\n@]+ <[^\s<>"@]+@[^\s<>"@]+>|[^\s<>"@]+@[^\s<>"@]+)$/

export const mailSender = (written: string, name: string): string | undefined => {
  if (written === '') return undefined
  if (SENDER.test(written)) return written
  throw new InvalidSettingError(name, `"${written}" is no sender such as Vezne <vezne@pay.example>`)
}

/**
 * A server refuses mail from an address it does not know, so with a mail server the operator has to name the sender.
 */
export const mailFrom = (smtpUrl: string | undefined, sender: string | undefined, consoleUrl: string): string => {
  if (sender !== undefined) return sender
  if (smtpUrl !== undefined) throw new InvalidSettingError('VEZNE_MAIL_FROM', 'VEZNE_SMTP_URL needs it')
  return `Vezne <vezne@${new URL(consoleUrl).hostname}>`
}
