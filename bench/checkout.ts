/** Checkout sessions made a second, and payments through the form of their page beside plain `POST /payments` of the same run. */
import { type Line, openLine, runStories, type StoryResult } from './line.ts'
import { benchPayments, writeRequest } from './payments.ts'
import type { BenchServer } from './server.ts'

const LANES = [1, 16, 64]
/** The bank simulator decides by the last two digits of an amount: this one it approves. */
const SESSION = JSON.stringify({ amount: 15_000, currency: 'TRY', payment_mode: 'non_3d' })

export const benchCheckout = async (
  server: BenchServer,
  durationMs: number,
  say: (line: string) => void,
): Promise<void> => {
  say('\nsessions made, payments through the form of the page, and plain payments in turn')
  say(row('lanes', 'what', 'a second', 'p50 ms', 'p95 ms', 'p99 ms'))
  for (const lanes of LANES) {
    const ids: string[] = []
    const token = await server.token()
    const plain = () => benchPayments({ cardsUrl: server.urls.cards, token }, lanes, durationMs / 2)
    const made = await runStories(lanes, durationMs, async () => {
      const line = await openLine(server.urls.cards)
      return { close: line.close, story: async () => void ids.push(await makeSession(line, token)) }
    })
    const before = await plain()
    let late = 0
    const paid = await runStories(lanes, durationMs, async () => {
      const line = await openLine(server.urls.cards)
      const story = async (): Promise<void> => {
        let id = ids.pop()
        if (id === undefined) {
          late++ // more are paid than were made: this one costs its session, too
          id = await makeSession(line, token)
        }
        const { status, text } = await line.ask(formRequest(id))
        if (status !== 303) throw new Error(`the form was answered ${text.slice(0, 300)}`)
      }
      return { close: line.close, story }
    })
    const after = await plain()
    const reference = (before.perSecond + after.perSecond) / 2
    say(figures(lanes, 'sessions', made))
    say(figures(lanes, 'form', paid))
    say(figures(lanes, 'plain', { ...after, perSecond: reference }))
    say(
      `  form to plain ${(paid.perSecond / reference).toFixed(2)}${late === 0 ? '' : `; ${late} sessions made on the way`}`,
    )
  }
}

const row = (...cells: string[]): string => cells.map((cell) => cell.padStart(12)).join('')
const figures = (lanes: number, what: string, { perSecond, p50, p95, p99 }: StoryResult): string =>
  row(String(lanes), what, perSecond.toFixed(0), ...[p50, p95, p99].map((ms) => ms.toFixed(1)))

const makeSession = async (line: Line, token: string): Promise<string> => {
  const { status, text } = await line.ask(writeRequest({ path: '/api/v1/checkout/sessions', token, json: SESSION }))
  const id = /"session_id":"([0-9a-f]{32})"/.exec(text)?.[1]
  if (status !== 201 || id === undefined) throw new Error(`no session: ${text}`)
  return id
}

const FORM = new URLSearchParams({
  attempt: '1',
  lang: 'en',
  number: '4546711234567894',
  holder: 'Ayse Yilmaz',
  expiry: '12/30',
  code: '000',
  installment: '1',
}).toString()

/** As a browser sends it; the answer leads back to the page, which is not fetched. */
const formRequest = (id: string): Buffer =>
  Buffer.from(
    `POST /checkout/${id} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${FORM.length}\r\n\r\n${FORM}`,
  )
