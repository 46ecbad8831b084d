/** Every call to a bank goes through here: no transaction is open, it has a deadline and a breaker, and its exchanges are recorded. It is in one piece because each operation of a bank is called by the same few steps. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../core/clock.ts'
import { assertNoTransaction } from '../../infra/database/database.ts'
import type { ClockReading } from '../../infra/database/lease-age.ts'
import type {
  Attempt,
  CallContext,
  Configuration,
  Exchange,
  Fault,
  Observation,
  Outcome,
  PaymentOperation,
} from '../attempt.ts'
import type { BankOrder, LookedUp } from '../bank-order.ts'
import { BREAKER_OPEN, QUEUE_FULL, TOO_OLD } from '../own-bank-codes.ts'
import type { Connector } from '../port.ts'
import { expiredDispatch, mayDispatch } from '../transport/dispatch-deadline.ts'
import { DeadlinePassed, isBeforeSending, toFault } from './call-errors.ts'
import { countCall } from './call-metrics.ts'
import { type BreakerState, createBreakers } from './circuit-breakers.ts'
import { tracedCall } from './traced-call.ts'

export interface BankResponse<Ended = Outcome> {
  readonly outcome: Ended | NothingSent
  readonly exchanges: readonly Exchange[]
  /** State of the configuration's breaker after the call. */
  readonly breaker: BreakerState
  /** The breaker or the bulkhead rejected the call: the connector was not called. */
  readonly wasRefused: boolean
}
interface InquiryResponse<Seen = Observation> {
  readonly observation: Seen | NoAnswer
  readonly exchanges: readonly Exchange[]
}
type Reversal = 'reversed' | 'nothing_there' | 'no_answer'
interface ReversalResponse {
  readonly reversal: Reversal
  readonly exchanges: readonly Exchange[]
}

/** Results that every call can have, whatever was sent: not sent, or unknown. */
type NothingSent = Extract<Outcome, { kind: 'unknown' | 'not_sent' }>
type NoAnswer = Extract<Observation, { kind: 'no_answer' }>
/** The part of an outcome the breaker reads. */
type Ended = { readonly kind: string; readonly fault?: Fault; readonly countsForBreaker?: boolean }

export interface BankCalls {
  /**
   * Sends an attempt. A failure of a bank or the network is an outcome, not an exception. `leasedAt` is when the lease was
   * taken under which the attempt was prepared; an attempt that is too old by now is not sent.
   */
  send(connector: Connector, attempt: Attempt, leasedAt: ClockReading): Promise<BankResponse>
  /** Inquires about an attempt by our reference. Neither refused nor counted by the breaker: inquiries must always be possible. */
  inquire(connector: Connector, attempt: Attempt): Promise<InquiryResponse>
  /** Reverses an attempt by our reference; `no_answer` for a connector without reversal, or an attempt too old. */
  reverse(connector: Connector, attempt: Attempt, leasedAt: ClockReading): Promise<ReversalResponse>
  /** Sends a capture, void or refund; as {@link send}. The connector offers the operation. */
  sendOperation(connector: Connector, followUp: PaymentOperation, leasedAt: ClockReading): Promise<BankResponse>
  /** Inquires about an operation; returns `no_answer` for a connector without inquiry. */
  inquireOperation(connector: Connector, followUp: PaymentOperation): Promise<InquiryResponse>
  /** The bank's own record of an order, for manual comparison: `no_answer` where it has none or is unreachable. */
  lookUp(connector: Connector, attempt: LookedUp, orderId?: string): Promise<BankOrder | 'not_found' | 'no_answer'>
  /** Like {@link send}, for any other operation that ends in an outcome; `name` says which it is. */
  sendAs<Sent extends Addressed, End extends Ended>(
    connector: Connector,
    name: string,
    sent: Sent,
    operation: ConnectorMethod<Sent, End>,
    leasedAt: ClockReading,
  ): Promise<BankResponse<End>>
  /** Like {@link inquire}, for any other query. */
  inquireAs<Sent extends Addressed, Seen>(
    connector: Connector,
    sent: Sent,
    operation: ConnectorMethod<Sent, Seen>,
  ): Promise<InquiryResponse<Seen>>
  /** Read before a payment is written: `open` means that a call would be refused now. */
  breakerState(configuration: Configuration): BreakerState
}

/** Identifies a call: the configuration, the bank, and our reference. */
type Addressed = Pick<Attempt, 'configuration' | 'reference'>
export type ConnectorMethod<Sent, Answer> = (this: Connector, sent: Sent, context: CallContext) => Promise<Answer>

interface BankCallServices {
  clock: Clock
  /** Reports to the log that a connector threw, or its deadline passed. */
  onFault: (event: string, facts: Record<string, unknown>) => void
}

export const createBankCalls = (tools: BankCallServices): BankCalls => {
  const breakers = createBreakers<Ended>(isTransientFailure)
  const sendAny = async <Sent extends Addressed, End extends Ended>(
    connector: Connector,
    name: string,
    sent: Sent,
    operation: ConnectorMethod<Sent, End>,
    leasedAt: ClockReading,
  ): Promise<BankResponse<End>> => {
    const key = toKey(sent.configuration)
    const exchanges: Exchange[] = []
    const call = { connector, sent, exchanges, deadlineMs: connector.capabilities.callDeadlineMs, leasedAt }
    const startedAt = performance.now()
    const run = () =>
      breakers.run(key, async () =>
        mayDispatch(leasedAt, call.deadlineMs)
          ? ask<Sent, End | NothingSent>(tools, call, operation, toNothingSent)
          : expiredDispatch(),
      )
    type Turn = Awaited<ReturnType<typeof run>>
    const readOutcome = (turn: Turn): End | NothingSent => ('ran' in turn ? turn.ran : REFUSED[turn.refused])
    const turn = await tracedCall(connector, name, sent, run, readOutcome)
    const outcome = readOutcome(turn)
    if (outcome.fault?.providerCode === TOO_OLD) tools.onFault('bank.too_old', { ...toFacts(connector, sent) })
    countCall(connector, outcome, { name, configuration: sent.configuration, startedAt })
    return { outcome, exchanges: frozen(exchanges), breaker: breakers.stateOf(key), wasRefused: 'refused' in turn }
  }
  const inquireAny = async <Sent extends Addressed, Seen>(
    connector: Connector,
    sent: Sent,
    operation: ConnectorMethod<Sent, Seen>,
  ): Promise<InquiryResponse<Seen>> => {
    const exchanges: Exchange[] = []
    const call = { connector, sent, exchanges, deadlineMs: connector.capabilities.inquiryDeadlineMs }
    const run = () => ask<Sent, Seen | NoAnswer>(tools, call, operation, observationOf)
    const observation = await tracedCall(connector, 'inquiry', sent, run, toEnded)
    return { observation, exchanges: frozen(exchanges) }
  }
  return {
    sendAs: sendAny,
    inquireAs: inquireAny,
    send: (connector, attempt, leasedAt) => sendAny(connector, attempt.operation, attempt, connector.start, leasedAt),
    inquire: (connector, attempt) => inquireAny(connector, attempt, connector.inquire),
    sendOperation: (connector, followUp, leasedAt) =>
      sendAny(connector, followUp.operation, followUp, offered(connector.operate), leasedAt),
    inquireOperation: (connector, followUp) => inquireAny(connector, followUp, offered(connector.inquireOperation)),
    async lookUp(connector, attempt, orderId) {
      const { lookUp } = connector
      if (lookUp === undefined) return 'no_answer'
      const call = { connector, sent: attempt, exchanges: [], deadlineMs: connector.capabilities.inquiryDeadlineMs }
      return ask<LookedUp, BankOrder | 'not_found' | 'no_answer'>(
        tools,
        call,
        (sent, context) => lookUp.call(connector, sent, context, orderId),
        () => 'no_answer',
      )
    },
    async reverse(connector, attempt, leasedAt) {
      const { inquiryDeadlineMs: deadlineMs } = connector.capabilities
      if (connector.reverse === undefined || !mayDispatch(leasedAt, deadlineMs))
        return { reversal: 'no_answer', exchanges: [] }
      const exchanges: Exchange[] = []
      const call = { connector, sent: attempt, exchanges, deadlineMs, leasedAt }
      const reversal = await ask(tools, call, connector.reverse, () => NOT_REVERSED)
      return { reversal, exchanges: frozen(exchanges) }
    },
    breakerState: (configuration) => breakers.stateOf(toKey(configuration)),
  }
}

/** A changed configuration starts with a closed breaker: a fixed address takes effect at once. */
const toKey = ({ tenantId, id, changedAt }: Configuration): string => `${tenantId}/${id}/${changedAt}`

/** Returns an operation that fails without sending anything if the connector lacks it: the caller checked {@link Connector.capabilities} before. */
const offered = <Sent, Answer>(operation: ConnectorMethod<Sent, Answer> | undefined): ConnectorMethod<Sent, Answer> =>
  operation ?? (() => Promise.reject(new Error('the connector does not offer this')))

interface OneCall<Sent> {
  connector: Connector
  sent: Sent
  deadlineMs: number
  exchanges: Exchange[]
  /** Set for calls that move money. */
  leasedAt?: ClockReading
}

const ask = async <Sent extends Addressed, Answer>(
  tools: BankCallServices,
  { connector, sent, deadlineMs, exchanges, leasedAt }: OneCall<Sent>,
  operation: ConnectorMethod<Sent, Answer>,
  onError: (error: unknown) => Answer,
): Promise<Answer> => {
  assertNoTransaction()
  const stop = new AbortController()
  const context: CallContext = {
    signal: stop.signal,
    nowMs: () => tools.clock.ms(),
    sleep: (ms) => delay(ms, undefined, { signal: stop.signal }),
    mayDispatch: () => leasedAt === undefined || mayDispatch(leasedAt, deadlineMs),
    logExchange: (exchange) => void exchanges.push(exchange),
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
    const call = operation.call(connector, sent, context)
    call.catch(() => undefined) // after the deadline the result is ignored
    const answer = await Promise.race([call, deadline])
    const silence = findSilence(answer)
    if (silence !== undefined) tools.onFault('bank.no_answer', { ...toFacts(connector, sent), error: silence })
    return answer
  } catch (error) {
    tools.onFault('bank.no_answer', { ...toFacts(connector, sent), error: toFault(error).providerMessage })
    return onError(error)
  } finally {
    clearTimeout(timer)
  }
}

/** Returns why a connector had no answer of its bank, in our words; undefined for every answer. */
const findSilence = (answer: unknown): string | undefined => {
  const { kind, fault } = (answer ?? {}) as Partial<Ended>
  return fault?.isOurs === true && (kind === 'unknown' || kind === 'not_sent' || kind === 'no_answer')
    ? fault.providerMessage
    : undefined
}

const toFacts = ({ family }: Connector, { configuration, reference }: Addressed) => ({
  family,
  configuration_id: configuration.id,
  reference,
})

/** An error before the first byte is harmless; any other leaves the outcome unknown. */
const toNothingSent = (error: unknown): NothingSent =>
  isBeforeSending(error) ? { kind: 'not_sent', fault: toFault(error) } : { kind: 'unknown', fault: toFault(error) }
const observationOf = (error: unknown): NoAnswer => ({ kind: 'no_answer', fault: toFault(error) })
const NOT_REVERSED: Reversal = 'no_answer'

const isTransientFailure = (outcome: Ended): boolean => {
  switch (outcome.kind) {
    case 'declined':
      return outcome.countsForBreaker === true
    case 'unknown':
      return outcome.countsForBreaker !== false
    case 'not_sent':
      return outcome.fault?.providerCode !== TOO_OLD
    default:
      return false
  }
}

/** Returns the kind of an answer that has one. */
const toEnded = (answer: unknown): { kind: string } | undefined =>
  typeof answer === 'object' && answer !== null && 'kind' in answer ? (answer as { kind: string }) : undefined

const refused = (providerCode: string, providerMessage: string): NothingSent => ({
  kind: 'not_sent',
  fault: { providerCode, providerMessage, isOurs: true },
})
const REFUSED = {
  breaker_open: refused(BREAKER_OPEN, 'the bank failed repeatedly and is left alone for 30 seconds'),
  queue_full: refused(QUEUE_FULL, 'too many calls to this bank are open'),
}

/** A connector that continues after its deadline must not change what has been returned. */
const frozen = (exchanges: readonly Exchange[]): readonly Exchange[] => exchanges.map((exchange) => ({ ...exchange }))
