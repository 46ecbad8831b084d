/** Instructions of a test for the program it starts: where it dies, the bank's ledger file, a seeded bug. */
import { fileURLToPath } from 'node:url'
import { builtProgram } from '../../support/built-programs.ts'

export const PLACES = [
  'before-prepare',
  'after-prepare',
  'after-call',
  'before-record',
  'after-record',
  'before-answer',
  'before-inquiry',
  'after-inquiry',
] as const
/** Where a transfer is on its way; 'before-answer' is that of its sending. */
export const TRANSFER_PLACES = [
  'before-sending',
  'before-answer',
  'after-claim',
  'after-call',
  'before-record',
  'after-record',
  'before-inquiry',
  'after-inquiry',
  'after-reversal',
] as const
/** After the commit of a decision, before it is applied. */
export const REVIEW_PLACES = ['before-claim'] as const
/** In the middle of the transaction that voids a payment under review: all is locked; all is written. */
export const CANCEL_PLACES = ['before-cancel', 'after-cancel'] as const
/** Around the write that ends the tries of installments. */
export const INSTALLMENT_PLACES = ['before-conclude', 'after-conclude'] as const
/** Of a reconciliation: the pages of its file, the steps of its comparison, the pages of its closing. */
export const RECONCILIATION_PLACES = [
  'before-loading',
  'after-loading',
  'before-matching',
  'after-matching',
  'before-settling',
  'after-settling',
] as const
/** In the transaction of a step that makes settlements: it has begun; all of it is written. */
export const SETTLEMENT_PLACES = ['before-settlement-step', 'after-settlement-step'] as const
/** Everything is on disk, and no connection is made yet. */
export const CALL_PLACES = ['before-call'] as const
export type Place =
  | (typeof CALL_PLACES)[number]
  | (typeof PLACES)[number]
  | (typeof TRANSFER_PLACES)[number]
  | (typeof REVIEW_PLACES)[number]
  | (typeof CANCEL_PLACES)[number]
  | (typeof INSTALLMENT_PLACES)[number]
  | (typeof RECONCILIATION_PLACES)[number]
  | (typeof SETTLEMENT_PLACES)[number]

export interface Failpoint {
  at: Place
  /** `die` = kill -9; `hold` = the process stops there until SIGCONT. */
  act: 'die' | 'hold'
  /** The n-th time it is reached it dies; default 1. */
  hit?: number
}

export interface Plan {
  /** File with a line per message between the platform and the bank. */
  ledger?: string
  failpoint?: Failpoint
  /** File that holds another failpoint as long as it is there: for one of a program that runs already. */
  armed?: string
  /** Its leases are so much shorter, and with them the time its calls have to begin. */
  leaseS?: number
  /** Its clock is ahead by so much. */
  clockAheadMs?: number
  bug?: string
}

const VARIABLE = 'VEZNE_TEST_CHAOS'
const ROOT = new URL('../../../', import.meta.url)

export const readPlan = (): Plan => JSON.parse(process.env[VARIABLE] ?? '{}') as Plan

/** How a program that follows the plan is started; `tree`: the root of its sources. A plan that changes more of them than the places cannot use the built one. */
export const plannedProgram = (plan: Plan, tree?: URL): { env: Record<string, string>; main: string } => {
  const env = { [VARIABLE]: JSON.stringify(plan) }
  const isAsBuilt = tree === undefined && plan.bug === undefined && plan.leaseS === undefined
  const built = isAsBuilt ? builtProgram('patched') : undefined
  if (built !== undefined) return { env: { ...built.env, ...env }, main: built.main }
  const root = tree ?? ROOT
  const preload = new URL('test/resilience/chaos/preload.ts', root).href
  return { env: { ...env, NODE_OPTIONS: `--import=${preload}` }, main: fileURLToPath(new URL('src/main.ts', root)) }
}
