/** The calls around a shopper's challenge, under the same deadline, breaker and log of exchanges as a sale. */
import type { Attempt, Exchange, Outcome } from './attempt.ts'
import type { BankAnswer, BankCalls } from './call-bank.ts'
import type { Connector } from './port.ts'
import type {
  Authentication,
  CallbackVerdict,
  ChallengeOutcome,
  ChallengeStart,
  PendingChallenge,
  ThreeDSecure,
} from './three-d-secure.ts'

/** A connector that is known to offer 3D Secure. */
export type ChallengingConnector = Connector & { readonly threeDSecure: ThreeDSecure }

export interface ChallengeCalls {
  begin(
    connector: ChallengingConnector,
    start: ChallengeStart,
  ): Promise<{ outcome: ChallengeOutcome; exchanges: readonly Exchange[] }>
  /** The authorization after the challenge. */
  finish(connector: ChallengingConnector, attempt: Attempt, authentication: Authentication): Promise<BankAnswer>
  /** `no_answer`: nobody can tell right now; `not_offered`: this bank never can. */
  inquireAuthentication(
    connector: ChallengingConnector,
    challenge: PendingChallenge,
  ): Promise<{ verdict: CallbackVerdict | 'open' | 'no_answer' | 'not_offered'; exchanges: readonly Exchange[] }>
}

/** For what a sale would call a success: a challenge moves no money, so there is nothing to refer to. */
const NOTHING_BOOKED: Outcome = {
  kind: 'approved',
  references: { providerTransactionId: null, authCode: null, hostReference: null },
  bankCode: '',
}

export const openChallengeCalls = (calls: Pick<BankCalls, 'send' | 'inquire'>): ChallengeCalls => ({
  async begin(connector, start) {
    let begun: ChallengeOutcome | undefined
    const beginning: Connector = {
      ...connector,
      async start(_, context) {
        begun = await connector.threeDSecure.begin(start, context)
        if (begun.kind === 'challenge') return NOTHING_BOOKED
        return begun.kind === 'declined' ? { ...begun, references: NOTHING_BOOKED.references } : begun
      },
    }
    const { outcome, exchanges } = await calls.send(beginning, start)
    if (outcome.kind === 'unknown' || outcome.kind === 'not_sent') return { outcome, exchanges }
    return { outcome: begun as ChallengeOutcome, exchanges }
  },
  finish: (connector, attempt, authentication) =>
    calls.send(
      { ...connector, start: (sent, context) => connector.threeDSecure.finish(sent, authentication, context) },
      attempt,
    ),
  async inquireAuthentication(connector, challenge) {
    const { threeDSecure } = connector
    if (threeDSecure.inquireAuthentication === undefined) return { verdict: 'not_offered', exchanges: [] }
    let verdict: CallbackVerdict | 'open' | 'no_answer' = 'no_answer'
    const asking: Connector = {
      ...connector,
      async inquire(_, context) {
        verdict = (await threeDSecure.inquireAuthentication?.(challenge, context)) ?? 'no_answer'
        return { kind: 'not_found' }
      },
    }
    const { observation, exchanges } = await calls.inquire(asking, challenge.attempt)
    return { verdict: observation.kind === 'no_answer' ? 'no_answer' : verdict, exchanges }
  },
})
