/** The mailer of production: one SMTP server of the operator. */
import { createTransport } from 'nodemailer'
import type { Mailer } from './mail.ts'

const CONNECT_MS = 8_000
const ANSWER_MS = 8_000
/** Shorter than a lease, so that two processes do not send the same mail at the same time. */
const WHOLE_MS = 25_000

interface SmtpServer {
  /** smtp:// or smtps://, with user and password if the server requires them. */
  readonly url: string
  readonly from: string
  /** If false, the password and the mail may be sent to the server unencrypted if it offers nothing else. */
  readonly requiresTls: boolean
}

export const openSmtpMailer = ({ url, from, requiresTls }: SmtpServer): Mailer => {
  const server = new URL(url)
  const isSecure = server.protocol === 'smtps:'
  const transport = createTransport({
    host: server.hostname.replace(/^\[|\]$/g, ''),
    port: Number(server.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: requiresTls && !isSecure,
    ...(server.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: ANSWER_MS,
    socketTimeout: ANSWER_MS,
    dnsTimeout: CONNECT_MS,
    // A mail is text, so nothing in it names a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(id, { to, subject, text }) {
      const messageId = `<${id}@${from.replace(/^.*@/, '').replace(/>.*$/, '')}>`
      await within(transport.sendMail({ from, to: { name: '', address: to }, subject, text, messageId }))
    },
  }
}

const within = async (sending: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })), WHOLE_MS)
  })
  sending.catch(() => undefined) // it may fail after the deadline, when no caller waits for it
  try {
    await Promise.race([sending, late])
  } finally {
    clearTimeout(timer)
  }
}
