/** Calls through the guard from tests: everything opened here is closed by one call. */
import type { Resolver } from 'node:dns/promises'
import { createOutgoing, type Exchange, type Outgoing } from '../../src/infra/outgoing/outgoing.ts'
import type { TargetRules } from '../../src/infra/outgoing/target-url.ts'
import { type Receiver, startReceiver } from './receiver.ts'

export const LOCAL: TargetRules = { allowLoopback: true }
/** Nothing answers in it; what answers may take longer on a busy machine. */
export const SHORT_MS = 300
const BUDGET_MS = 15_000

const closers: (() => unknown)[] = []
export const closeLater = (close: () => unknown): void => void closers.push(close)
export const closeAll = async (): Promise<void> => {
  for (const close of closers.splice(0).reverse()) await close()
}

export const open = (rules: TargetRules, more: { resolver?: Resolver; ca?: string } = {}): Outgoing => {
  const outgoing = createOutgoing({ rules, ...more })
  closeLater(() => outgoing.close())
  return outgoing
}

export const receiver = async (...args: Parameters<typeof startReceiver>): Promise<Receiver> => {
  const one = await startReceiver(...args)
  closeLater(() => one.close())
  return one
}

export const send = (outgoing: Outgoing, url: string, budgetMs = BUDGET_MS): Promise<Exchange> =>
  outgoing.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: '{"word":"çay"}',
    budgetMs,
    answerBytesMax: 64 * 1024,
  })
