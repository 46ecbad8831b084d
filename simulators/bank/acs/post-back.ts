/** Callbacks that the bank posts itself, only to this machine: copies, late ones, and those to callbackUrl. */
import type { Bank } from '../bank-parts.ts'
import type { Session } from '../ledger/books.ts'

const DEADLINE_MS = 10_000
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Best effort, because a bank ignores whether they arrived. Resolves when the last one was acknowledged. */
export const postBack = async (bank: Bank, session: Session, url: string, copies = 1): Promise<void> => {
  const { result } = session
  if (!result) return
  await Promise.all(Array.from({ length: copies }, () => postOnce(bank, session, url, result.fields)))
}

const postOnce = async (
  bank: Bank,
  session: Session,
  url: string,
  fields: Readonly<Record<string, string>>,
): Promise<void> => {
  const body = new URLSearchParams(fields).toString()
  const answer = await send(url, body)
  bank.exchanges.keep({
    at: new Date(bank.ledger.now()).toISOString(),
    path: url,
    merchant: session.merchant,
    order_id: session.order_id,
    operation: 'callback',
    request: decodeURIComponent(body.replaceAll('+', ' ')),
    answer,
  })
}

const send = async (url: string, body: string): Promise<string> => {
  if (!LOOPBACK.has(new URL(url).hostname)) return 'not sent: no call leaves this machine'
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    await answer.arrayBuffer()
    return String(answer.status)
  } catch (error) {
    return `not delivered: ${(error as Error).message}`
  }
}

/** Posts what is due; the caller also waits for posts in progress. */
export const createDueCallbacks = (bank: Bank): (() => Promise<void>) => {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => postDue(bank))
    return last
  }
}

/** The fact is written first, so that a crash never posts a callback twice; a repeat is not needed either. */
const postDue = async (bank: Bank): Promise<void> => {
  const { ledger } = bank
  const due = [...ledger.books.dueCallbacks.values()].filter(({ due_at }) => due_at <= ledger.now())
  for (const { session } of due) ledger.commit({ kind: 'callback_posted', session })
  await ledger.durable()
  await Promise.all(
    due.map(async ({ session: id }) => {
      const session = ledger.books.sessions.get(id)
      if (session?.result) await postBack(bank, session, session.result.target)
    }),
  )
}
