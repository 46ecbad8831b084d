/** Settings of mail: the server, and who it is from. */
import { InvalidSettingError } from './setting-parsers.ts'

/** The text may hold a password: it is not echoed. */
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

/** A server refuses mail from an address it does not know: where there is one, the operator says who sends. */
export const mailFrom = (smtpUrl: string | undefined, sender: string | undefined, consoleUrl: string): string => {
  if (sender !== undefined) return sender
  if (smtpUrl !== undefined) throw new InvalidSettingError('VEZNE_MAIL_FROM', 'VEZNE_SMTP_URL needs it')
  return `Vezne <vezne@${new URL(consoleUrl).hostname}>`
}
