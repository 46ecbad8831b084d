/** The calls around a shopper's challenge, under the same deadline, breaker and log of exchanges as a sale. */
import type { ClockReading } from '../../infra/database/lease-age.ts'
import type { Attempt, Exchange, Outcome } from '../attempt.ts'
import type { Connector } from '../port.ts'
import type {
  Authentication,
  CallbackOutcome,
  ChallengeOutcome,
  ChallengeStart,
  ConfirmedCallback,
  PendingChallenge,
  ThreeDSecure,
} from '../three-d-secure.ts'
import type { BankCalls, BankResponse, ConnectorMethod } from './call-bank.ts'

/** A connector that is known to offer 3D Secure. */
export type ChallengingConnector = Connector & { readonly threeDSecure: ThreeDSecure }

export interface ChallengeCalls {
  begin(
    connector: ChallengingConnector,
    start: ChallengeStart,
    leasedAt: ClockReading,
  ): Promise<{ outcome: ChallengeOutcome; exchanges: readonly Exchange[] }>
  /** Asks the bank what an unsigned or unconfirmed callback means. */
  confirm(
    connector: ChallengingConnector,
    fields: Readonly<Record<string, string>>,
    challenge: PendingChallenge,
  ): Promise<{ verdict: ConfirmedCallback; exchanges: readonly Exchange[] }>
  /** The authorization after the challenge. */
  finish(
    connector: ChallengingConnector,
    attempt: Attempt,
    authentication: Authentication,
    leasedAt: ClockReading,
  ): Promise<BankResponse>
  /** Returns `no_answer` if it is unknown right now, `not_offered` if this bank never offers it. */
  inquireAuthentication(
    connector: ChallengingConnector,
    challenge: PendingChallenge,
  ): Promise<{ verdict: CallbackOutcome | 'open' | 'no_answer' | 'not_offered'; exchanges: readonly Exchange[] }>
}

/** Stands in for the success of a sale: a challenge moves no money, so there is no reference. */
const NOTHING_BOOKED: Outcome = {
  kind: 'approved',
  references: { providerTransactionId: null, authCode: null, hostReference: null },
  bankCode: '',
}

export const createChallengeCalls = (calls: Pick<BankCalls, 'sendAs' | 'inquireAs'>): ChallengeCalls => ({
  async begin(connector, start, leasedAt) {
    let begun: ChallengeOutcome | undefined
    const ask: ConnectorMethod<ChallengeStart, Outcome> = async (sent, context) => {
      begun = await connector.threeDSecure.begin(sent, context)
      if (begun.kind === 'challenge') return NOTHING_BOOKED
      return begun.kind === 'declined' ? { ...begun, references: NOTHING_BOOKED.references } : begun
    }
    const { outcome, exchanges } = await calls.sendAs(connector, 'challenge', start, ask, leasedAt)
    if (outcome.kind === 'unknown' || outcome.kind === 'not_sent') return { outcome, exchanges }
    return { outcome: begun as ChallengeOutcome, exchanges }
  },
  async confirm(connector, fields, challenge) {
    const { confirm } = connector.threeDSecure
    const ask: ConnectorMethod<Attempt, ConfirmedCallback> = (_, context) =>
      confirm?.(fields, challenge, context) ?? Promise.reject(new Error('the connector confirms no callback'))
    const { observation: verdict, exchanges } = await calls.inquireAs(connector, challenge.attempt, ask)
    return { verdict, exchanges }
  },
  finish: (connector, attempt, authentication, leasedAt) =>
    calls.sendAs(
      connector,
      attempt.operation,
      attempt,
      (sent, context) => connector.threeDSecure.finish(sent, authentication, context),
      leasedAt,
    ),
  async inquireAuthentication(connector, challenge) {
    const { threeDSecure } = connector
    if (threeDSecure.inquireAuthentication === undefined) return { verdict: 'not_offered', exchanges: [] }
    let verdict: CallbackOutcome | 'open' | 'no_answer' = 'no_answer'
    const { observation, exchanges } = await calls.inquireAs(connector, challenge.attempt, async (_, context) => {
      verdict = (await threeDSecure.inquireAuthentication?.(challenge, context)) ?? 'no_answer'
      return { kind: 'not_found' }
    })
    return { verdict: observation.kind === 'no_answer' ? 'no_answer' : verdict, exchanges }
  },
})
