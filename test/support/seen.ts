/** What a test run sends, is handed and sees, kept in the run's folder for the scan at its end (test/security/data-leaks). */
import { existsSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { seenFolder } from './run-server.ts'

/** `card`: sent as a card. `test-card`: registered as one. `secret`: handed out, to be shown this once. */
export type KnownKind = 'card' | 'test-card' | 'secret'

const noted = new Set<string>()

export const noteKnown = (kind: KnownKind, value: string): void => {
  const line = `${kind} ${value}\n`
  if (noted.has(line)) return
  noted.add(line)
  append('known', line)
}

/** `documents` publish the numbers of test cards; nothing else may hold one. */
export const noteText = (
  what: 'answers' | 'documents' | 'deliveries' | 'output' | 'chains',
  text: string | Buffer,
): void => append(what, Buffer.concat([Buffer.from(text), Buffer.from('\n')]))

/** Instead of removing the data folder of a program. */
export const discardFolder = (path: string): void => {
  if (!existsSync(path)) return
  const folder = seenFolder()
  if (folder === undefined) rmSync(path, { recursive: true, force: true })
  else {
    mkdirSync(join(folder, 'folders'), { recursive: true })
    renameSync(path, join(folder, 'folders', basename(path)))
  }
}

const shown = new Set<string>()

/** What a program printed. Its greeting is a document; the first start's shows the secrets it made, and no later one may. */
export const noteOutput = (output: string): void => {
  const end = output.search(/^ready after/m)
  const greeting = end < 0 ? '' : output.slice(0, end)
  const made = new Set(greeting.match(/cs_(?:test|live)_[\w-]{43}/g)?.filter((secret) => !shown.has(secret)))
  let text = greeting
  for (const secret of made) {
    noteKnown('secret', secret)
    shown.add(secret)
    text = text.replaceAll(secret, '[shown once]')
  }
  noteText('documents', text)
  noteText('output', output.slice(greeting.length))
}

const append = (name: string, text: string | Buffer): void => {
  const folder = seenFolder()
  if (folder === undefined) return
  const path = join(folder, `${name}.${process.pid}`)
  const file = opened.get(path) ?? openSync(path, 'a')
  opened.set(path, file)
  writeFileSync(file, text)
}
/** Opened once: every answer of every test is kept. */
const opened = new Map<string, number>()

const TEST_CARDS = '/api/v1/test-cards'
const NUMBER_MEMBER = /"(?:number|card_number|pan)"\s*:\s*"([0-9][0-9 -]{11,30})"/g

export const noteRequest = (path: string, body: unknown): void => {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? String(body) : (JSON.stringify(body) ?? '')
  const kind = path.startsWith(TEST_CARDS) ? 'test-card' : 'card'
  for (const [, number] of text.matchAll(NUMBER_MEMBER)) noteKnown(kind, (number as string).replace(/[ -]/g, ''))
}

/** The form to a bank that takes the card from the browser: only in this response (docs/decisions/0085). */
const FORM = /"html_content":"(?:[^"\\]|\\.)*"/g

/** Members that return a secret, once, in the response to the POST that created it; members of a test card. */
const HANDED = /"(access_token|refresh_token|client_secret|secret|card_token|session_secret)":"([^"]{20,})"/g
/** Of secrets of card fields only their signs are looked for: a plain digest of 200 random bits is what the table holds. */
const RANDOM = 40
/** What sets up a second factor, in the answers of its own operation; its secret is noted by name. */
const FACTOR = /"(otpauth_uri|recovery_codes)":(?:"[^"]*"|\[[^\]]*\])/g
const TEST_CARD = /"(card_number|cvv)":"(\d+)"/g

/** Of card fields: it stands in the address of their frame, and so in its page and in problems of that address. */
const FIELDS_SECRET = /(?<=\/fields\/)fs_[a-zA-F]{40}/g

export const noteAnswer = (
  method: string,
  path: string,
  answer: { status: number; headers: Record<string, string>; text: string },
): void => {
  const isFine = answer.status >= 200 && answer.status < 300
  let text = answer.text.replace(FIELDS_SECRET, '[in its address]')
  if (isFine && method === 'POST')
    text = text.replace(HANDED, (_, name: string, secret: string) => {
      noteKnown('secret', name === 'card_token' || name === 'session_secret' ? secret.slice(-RANDOM) : secret)
      return `"${name}":"[handed out]"`
    })
  if (isFine && method === 'POST' && path.startsWith('/api/v1/me/second-factor'))
    text = text.replace(FACTOR, '"$1":"[handed out]"')
  if (isFine && method === 'POST' && path.endsWith('/3d/init') && answer.headers['idempotent-replayed'] === undefined)
    text = text.replace(FORM, '"html_content":"[shown once]"')
  if (isFine && path.startsWith(TEST_CARDS))
    text = text.replace(TEST_CARD, (_, name: string, digits: string) => {
      if (name === 'card_number') noteKnown('test-card', digits)
      return `"${name}":"[test card]"`
    })
  const isDocument =
    method === 'GET' && isFine && /openapi|html|javascript/.test(`${path} ${answer.headers['content-type']}`)
  const where = `${method} ${path.replace(/\d/g, '#').replace(FIELDS_SECRET, '[secret]')} ${answer.status}` // what a test put into the address is no finding
  const headers = JSON.stringify(answer.headers).replace(SESSION, (_, name: string, secret: string) => {
    noteKnown('secret', secret)
    return `${name}[handed out]`
  })
  noteText(isDocument ? 'documents' : 'answers', `${where} ${headers} ${text}`)
}

/** The cookie of a session of the console, where it is set: its secret part. */
const SESSION = /(__Host-vezne=[\w-]{22})([\w-]{43})/g
