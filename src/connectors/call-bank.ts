/** Every call to a bank goes through here: no transaction is open, it has a deadline, a breaker, and its exchanges are kept. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../core/clock.ts'
import { assertNoTransaction } from '../infra/postgres.ts'
import type { Attempt, CallContext, Configuration, Exchange, Observation, Outcome } from './attempt.ts'
import { BREAKER_OPEN, QUEUE_FULL } from './bank-codes.ts'
import { type BreakerState, openBreakers } from './breakers.ts'
import { DeadlinePassed, faultOf, isBeforeSending } from './call-faults.ts'
import type { Connector } from './port.ts'

export interface BankAnswer {
  readonly outcome: Outcome
  readonly exchanges: readonly Exchange[]
  /** State of the configuration's breaker after the call. */
  readonly breaker: BreakerState
  /** The breaker or the bulkhead turned the call down: the connector was not asked at all. */
  readonly wasRefused: boolean
}
export interface InquiryAnswer {
  readonly observation: Observation
  readonly exchanges: readonly Exchange[]
}
export type Reversal = 'reversed' | 'nothing_there' | 'no_answer'
export interface ReversalAnswer {
  readonly reversal: Reversal
  readonly exchanges: readonly Exchange[]
}

export interface BankCalls {
  /** Sends an attempt. Never throws for what a bank or the line does: that is an outcome. */
  send(connector: Connector, attempt: Attempt): Promise<BankAnswer>
  /** Asks for an attempt by our reference. Neither refused by the breaker nor counted for it: it is how we learn. */
  inquire(connector: Connector, attempt: Attempt): Promise<InquiryAnswer>
  /** Undoes an attempt by our reference; a connector without reversal answers `no_answer`. */
  reverse(connector: Connector, attempt: Attempt): Promise<ReversalAnswer>
  /** Before a payment is written: `open` means that a call would be refused now. */
  breakerState(configuration: Configuration): BreakerState
}

export interface CallTools {
  clock: Clock
  /** For the log: a connector threw, or its deadline passed. */
  onFault: (event: string, facts: Record<string, unknown>) => void
}

export const openBankCalls = (tools: CallTools): BankCalls => {
  const breakers = openBreakers<Outcome>(isTransientFailure)
  return {
    async send(connector, attempt) {
      const key = keyOf(attempt.configuration)
      const exchanges: Exchange[] = []
      const turn = await breakers.run(key, () =>
        ask(
          tools,
          { connector, attempt, exchanges, deadlineMs: connector.capabilities.callDeadlineMs },
          connector.start,
          outcomeOf,
        ),
      )
      const outcome = 'ran' in turn ? turn.ran : REFUSED[turn.refused]
      return { outcome, exchanges: frozen(exchanges), breaker: breakers.stateOf(key), wasRefused: 'refused' in turn }
    },
    async inquire(connector, attempt) {
      const exchanges: Exchange[] = []
      const call = { connector, attempt, exchanges, deadlineMs: connector.capabilities.inquiryDeadlineMs }
      const observation = await ask(tools, call, connector.inquire, observationOf)
      return { observation, exchanges: frozen(exchanges) }
    },
    async reverse(connector, attempt) {
      if (connector.reverse === undefined) return { reversal: 'no_answer', exchanges: [] }
      const exchanges: Exchange[] = []
      const call = { connector, attempt, exchanges, deadlineMs: connector.capabilities.inquiryDeadlineMs }
      const reversal = await ask(tools, call, connector.reverse, () => NOT_REVERSED)
      return { reversal, exchanges: frozen(exchanges) }
    },
    breakerState: (configuration) => breakers.stateOf(keyOf(configuration)),
  }
}

const keyOf = (configuration: Configuration): string => `${configuration.tenantId}/${configuration.id}`

interface OneCall {
  connector: Connector
  attempt: Attempt
  deadlineMs: number
  exchanges: Exchange[]
}

const ask = async <Answer>(
  tools: CallTools,
  { connector, attempt, deadlineMs, exchanges }: OneCall,
  operation: (this: Connector, attempt: Attempt, context: CallContext) => Promise<Answer>,
  onError: (error: unknown) => Answer,
): Promise<Answer> => {
  assertNoTransaction()
  const stop = new AbortController()
  const context: CallContext = {
    signal: stop.signal,
    nowMs: () => tools.clock.ms(),
    sleep: (ms) => delay(ms, undefined, { signal: stop.signal }),
    keep: (exchange) => void exchanges.push(exchange),
  }
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const passed = new DeadlinePassed(deadlineMs)
      reject(passed)
      stop.abort(passed)
    }, deadlineMs)
  })
  try {
    const call = operation.call(connector, attempt, context)
    call.catch(() => undefined) // after the deadline nobody listens any more
    return await Promise.race([call, deadline])
  } catch (error) {
    const { family } = connector
    const { id: configuration_id } = attempt.configuration
    tools.onFault('bank.no_answer', {
      family,
      configuration_id,
      reference: attempt.reference,
      error: faultOf(error).providerMessage,
    })
    return onError(error)
  } finally {
    clearTimeout(timer)
  }
}

/** How far the bytes went decides: an error before the first byte is harmless, any other leaves the outcome open. */
const outcomeOf = (error: unknown): Outcome =>
  isBeforeSending(error) ? { kind: 'not_sent', fault: faultOf(error) } : { kind: 'unknown', fault: faultOf(error) }
const observationOf = (error: unknown): Observation => ({ kind: 'no_answer', fault: faultOf(error) })
const NOT_REVERSED: Reversal = 'no_answer'

const isTransientFailure = (outcome: Outcome): boolean => {
  switch (outcome.kind) {
    case 'approved':
      return false
    case 'declined':
      return outcome.countsForBreaker === true
    case 'unknown':
      return outcome.countsForBreaker !== false
    case 'not_sent':
      return true
  }
}

const refused = (providerCode: string, providerMessage: string): Outcome => ({
  kind: 'not_sent',
  fault: { providerCode, providerMessage, isOurs: true },
})
const REFUSED = {
  breaker_open: refused(BREAKER_OPEN, 'the bank failed repeatedly and is left alone for 30 seconds'),
  queue_full: refused(QUEUE_FULL, 'too many calls to this bank are open'),
}

/** A connector that goes on working after its deadline must not change what has been answered. */
const frozen = (exchanges: readonly Exchange[]): readonly Exchange[] => exchanges.map((exchange) => ({ ...exchange }))
