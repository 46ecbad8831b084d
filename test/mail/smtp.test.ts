/** Mail by SMTP: what the server receives, what it may refuse, and nothing in the clear where that is not allowed. */
import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, test } from 'node:test'
import { loadConfig } from '../../src/infra/process/config.ts'
import { openSmtpMailer } from '../../src/mail/smtp-mailer.ts'

const sockets = new Set<Socket>()
let server: Server | undefined
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
  server = undefined
})

const GOES_AWAY = 'goes away'

/** Takes every mail; `answers` replace its answer to a command. */
const startServer = async (answers: Record<string, string> = {}): Promise<{ port: number; said: string[] }> => {
  const said: string[] = []
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    socket.write('220 mail.example\r\n')
    let isText = false
    let rest = ''
    socket.on('data', (chunk) => {
      const lines = `${rest}${chunk}`.split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        said.push(line)
        if (isText && line !== '.') continue
        const command = isText ? 'END' : (line.split(' ')[0] as string).toUpperCase()
        isText = command === 'DATA'
        const standard = {
          EHLO: '250-mail.example\r\n250-AUTH PLAIN\r\n250 8BITMIME',
          DATA: '354 go on',
          STARTTLS: '454 not here',
          AUTH: '235 yes',
          QUIT: '221 bye',
        }
        if (answers[command] === GOES_AWAY) socket.destroy()
        else socket.write(`${answers[command] ?? (standard as Record<string, string>)[command] ?? '250 ok'}\r\n`)
      }
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, said }
}

const FROM = 'Vezne <vezne@pay.example>'
const MAIL = {
  to: 'nur@people.example',
  subject: 'Şube daveti',
  text: 'Parolanı belirle:\nhttps://pay.example/console/link?key=abc\n',
}

test('the server is signed in to and receives one mail of plain text', async () => {
  const { port, said } = await startServer()
  const mailer = openSmtpMailer({ url: `smtp://us%40er:pass@127.0.0.1:${port}`, from: FROM, requiresTls: false })
  await mailer.send('0199', MAIL)
  assert.ok(said.includes(`AUTH PLAIN ${Buffer.from('\0us@er\0pass').toString('base64')}`), said.join('\n'))
  assert.deepEqual(
    said.filter((line) => /^(?:MAIL FROM|RCPT TO)/.test(line)).map((line) => /<.*?>/.exec(line)?.[0]),
    ['<vezne@pay.example>', '<nur@people.example>'],
  )
  assert.ok(said.includes('Message-ID: <0199@pay.example>'))
  assert.match(said.join('\n'), /^Content-Type: text\/plain; charset=utf-8$/m)
  assert.doesNotMatch(said.join('\n'), /text\/html|multipart/)
})

test('a refusal, and a server that goes away, are failures with their codes', async () => {
  const { port } = await startServer({ RCPT: '451 later nur@people.example' })
  const mailer = openSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: FROM, requiresTls: false })
  await assert.rejects(mailer.send('0199', MAIL), { code: 'EENVELOPE', responseCode: 451 })
  const nowhere = openSmtpMailer({ url: 'smtp://127.0.0.1:1', from: FROM, requiresTls: false })
  await assert.rejects(nowhere.send('0199', MAIL), { code: 'ESOCKET' })
})

test('a server that goes away before it has said that it took the mail: a failure, and the next try has the same id', async () => {
  const { port, said } = await startServer({ END: GOES_AWAY })
  const mailer = openSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: FROM, requiresTls: false })
  for (let tried = 0; tried < 2; tried++) await assert.rejects(mailer.send('0199', MAIL), { code: 'ECONNECTION' })
  assert.deepEqual(
    said.filter((line) => line.startsWith('Message-ID')),
    ['Message-ID: <0199@pay.example>', 'Message-ID: <0199@pay.example>'],
  )
})

test('where TLS is required nothing of the mail and no password goes to a server without it', async () => {
  const { port, said } = await startServer()
  const mailer = openSmtpMailer({ url: `smtp://user:pass@127.0.0.1:${port}`, from: FROM, requiresTls: true })
  await assert.rejects(mailer.send('0199', MAIL))
  assert.doesNotMatch(said.join('\n'), /AUTH|RCPT|DATA/)
})

test('settings: an address that is none is refused without being shown, and a server needs a sender', () => {
  assert.match(loadConfig({ VEZNE_CONSOLE_URL: 'https://pay.example' }).mailFrom, /^Vezne <vezne@pay\.example>$/)
  const hidden = (error: Error) => error.message.startsWith('VEZNE_SMTP_URL') && !error.message.includes('hidden')
  assert.throws(() => loadConfig({ VEZNE_SMTP_URL: 'http://user:hidden@mail.example' }), hidden)
  assert.throws(() => loadConfig({ VEZNE_SMTP_URL: 'smtps://mail.example' }), /VEZNE_MAIL_FROM/)
  assert.throws(() => loadConfig({ VEZNE_MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' }), /VEZNE_MAIL_FROM/)
})
