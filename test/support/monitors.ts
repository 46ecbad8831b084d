/** A shop whose monitors tell a server, a chat and a mailbox of the test's own. */
import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Answer } from './http.ts'
import { mailsTo, mailTo, type ReceivedMail } from './mails.ts'
import { type Received, type Receiver, startReceiver } from './receiver.ts'
import { until } from './until.ts'
import type { Vezne } from './vezne.ts'

export const MINUTE_MS = 60_000
/** Longer than a thing has to be well before its finding ends. */
export const CALM_MS = 11 * MINUTE_MS
export const MAILBOX = 'nobet@shop.example'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const CODE = /\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/
/** Codes that were mailed to this address, oldest first. */
export const codesTo = (vezne: Pick<Vezne, 'dataDir'>, address: string): string[] =>
  mailsTo(vezne, address).flatMap(({ text }) => CODE.exec(text)?.[0] ?? [])

export interface MonitorRig {
  readonly target: Receiver
  /** How the server answers from now on. */
  readonly answers: { status: number }
  call(method: string, path: string, body?: object, realm?: string): Promise<Answer>
  /** Adds a channel, confirmed where it is a mailbox; returns it as its creation does. */
  add(body?: object, realm?: string): Promise<Json>
  findings(query?: string, realm?: string): Promise<Json[]>
  /** Waits for a finding of this kind, open or over. */
  found(kind: string, isOpen?: boolean, realm?: string): Promise<Json>
  /** Bodies that came to this path of the server, oldest first. */
  told(path: string): Json[]
  requests(path: string): Received[]
  /** Mails to the mailbox, but for its code. */
  mails(): ReceivedMail[]
}

export const monitorsOf = (of: () => Vezne, realmOfShop = 'tenant-load'): MonitorRig => {
  let target: Receiver | undefined
  const answers = { status: 200 }
  const open = async (): Promise<Receiver> => {
    target ??= await startReceiver((_, response) => void response.writeHead(answers.status).end())
    return target
  }
  after(() => target?.close())
  const call: MonitorRig['call'] = async (method, path, body, realm = realmOfShop) =>
    of().request('identity', method, `/api/v1/monitors${path}`, {
      token: await of().token('admin', realm),
      ...(body === undefined ? {} : { body }),
    })
  const findings: MonitorRig['findings'] = async (query = '', realm = realmOfShop) => {
    const answer = await call('GET', `/findings${query}`, undefined, realm)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.items
  }
  const requests = (path: string): Received[] => (target?.received ?? []).filter((each) => each.path === path)
  return {
    get target() {
      assert.ok(target, 'add a channel first')
      return target
    },
    answers,
    call,
    findings,
    requests,
    async add(body = {}, realm = realmOfShop) {
      const { origin } = await open()
      const made = { name: 'Duty', kind: 'webhook', language: 'en', ...body } as Json
      const address = made.address ?? (made.kind === 'mail' ? MAILBOX : `${origin}/${made.kind}`)
      const answer = await call('POST', '/channels', { ...made, address }, realm)
      assert.equal(answer.status, 201, answer.text)
      const { id, is_confirmed } = answer.body
      if (is_confirmed) return answer.body
      await mailTo(of(), address)
      const confirmed = await call('POST', `/channels/${id}/confirm`, { code: codesTo(of(), address).at(-1) }, realm)
      assert.equal(confirmed.status, 200, confirmed.text)
      return answer.body
    },
    async found(kind, isOpen = true, realm = realmOfShop) {
      let one: Json
      await until(`${kind} is ${isOpen ? 'found' : 'over'}`, async () => {
        one = (await findings(`?kind=${kind}&open=${isOpen}`, realm))[0]
        return one !== undefined
      })
      return one
    },
    told: (path) => requests(path).map(({ body }) => JSON.parse(body.toString())),
    mails: () => mailsTo(of(), MAILBOX).filter(({ text }) => !CODE.test(text)),
  }
}
