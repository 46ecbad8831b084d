/** The simulated bank's 3D Secure: the test card decides how a challenge ends, our page prompts for the code (docs/interface/sandbox.md#challenge-page). */

import { detectScheme, maskCardNumber } from '../../core/card-number.ts'
import type { Attempt, CallContext, Configuration } from '../attempt.ts'
import { forged, verified } from '../kit/callback.ts'
import type { CallbackOutcome, ChallengeOutcome, ChallengeStart, ThreeDSecure } from '../three-d-secure.ts'
import { callbackFields, isSignedBy, isWellFormed } from './callback-fields.ts'
import type { ChallengeScript, Challenges } from './challenge-store.ts'
import { completeExchangeWith, startExchange } from './simbank-exchanges.ts'
import { isWrongCvv } from './simbank-script.ts'
import type { SimulatedCard } from './simulated-card.ts'

interface SimbankThreeDServices {
  testCardOf: (tenantId: string, number: string) => Promise<SimulatedCard | undefined>
  challenges: Challenges
  /** Address of the shopper's challenge page. */
  challengeUrl: (tenantId: string, transactionId: string) => string
  /** The authorization: after a challenge it is the same as without. */
  authorize: (attempt: Attempt, context: CallContext) => ReturnType<ThreeDSecure['finish']>
}

type Outcome3D = ChallengeScript | 'unavailable'
const OUTCOMES: readonly string[] = ['frictionless', 'challenge', 'failed', 'attempt', 'unavailable']

export const createSimbankThreeD = (parts: SimbankThreeDServices): ThreeDSecure => ({
  modelOf: ({ settings }) => ((settings.three_d_model ?? '3d_secure') === '3d_secure' ? '3d_secure' : undefined),
  begin: (start, context) => begin(parts, start, context),
  verify: (fields, { attempt }) => verify(fields, attempt),
  finish: (attempt, _authentication, context) => parts.authorize(attempt, context),
  async inquireAuthentication({ attempt }) {
    const secret = attempt.configuration.secrets.secretKey
    const challenge = await parts.challenges.find(attempt.tenantId, attempt.transactionId)
    if (secret === undefined || challenge === undefined || challenge.result === null) return 'open'
    return verify(callbackFields({ ...challenge, result: challenge.result }, secret), attempt)
  },
})

const begin = async (
  parts: SimbankThreeDServices,
  start: ChallengeStart,
  context: CallContext,
): Promise<ChallengeOutcome> => {
  const { tenantId, transactionId, card, amount, configuration } = start
  const exchange = startExchange('3d-init', buildRequest(start), context)
  const answer = (body: object): void => completeExchangeWith(exchange, body, context)
  if (configuration.secrets.secretKey === undefined) {
    answer({ code: '58', message: NO_SECRET })
    return { kind: 'declined', fault: { providerCode: '58', providerMessage: NO_SECRET } }
  }
  const outcome = toOutcome(await card.number.use((number) => parts.testCardOf(tenantId, number)))
  answer({ three_ds_outcome: outcome })
  if (outcome === 'unavailable')
    return {
      kind: 'declined',
      fault: { providerCode: 'U', providerMessage: "The card's bank takes no part in 3D Secure" },
    }
  await parts.challenges.add({
    tenant_id: tenantId,
    transaction_id: transactionId,
    configuration_id: configuration.id,
    merchant_name: start.merchantName,
    masked_card_number: card.number.use(maskCardNumber),
    card_scheme: card.number.use(detectScheme),
    amount: amount.minor,
    currency: amount.currency,
    callback_url: start.callbackUrl,
    outcome,
    is_cvv_wrong: card.cvv?.use(isWrongCvv) ?? false,
    expires_at: new Date(start.expiresAt),
    created: new Date(context.nowMs()),
  })
  return { kind: 'challenge', step: { kind: 'redirect', url: parts.challengeUrl(tenantId, transactionId) }, state: {} }
}

const buildRequest = ({ reference, transactionId, amount, card }: ChallengeStart): object => ({
  reference,
  transaction_id: transactionId,
  amount: amount.minor,
  currency: amount.currency,
  card: { number: card.number.use(maskCardNumber), cvv: '***' },
})

const NO_SECRET = 'the configuration has no secret_key to sign callbacks with'

const toOutcome = (card: SimulatedCard | undefined): Outcome3D => {
  const wanted = card?.extra_properties.three_ds_outcome ?? 'challenge'
  return OUTCOMES.includes(wanted) ? (wanted as Outcome3D) : 'challenge'
}

const REFUSALS = ['wrong_code', 'cancelled', 'timeout', 'refused', 'unavailable'] as const

const verify = (fields: Readonly<Record<string, string>>, attempt: Attempt): CallbackOutcome => {
  if (fields.transaction_id === undefined) return forged('no_order')
  if (!isSigned(fields, attempt.configuration)) return forged('bad_hash')
  // The hash proves the sender; the payment it names must match as well.
  if (fields.transaction_id.toLowerCase() !== attempt.transactionId) return forged('other_order')
  if (fields.amount !== undefined && fields.amount !== String(attempt.amount.minor)) return forged('other_amount')
  if (fields.currency !== undefined && fields.currency !== attempt.amount.currency) return forged('other_amount')
  if (!isWellFormed(fields)) return forged('bad_hash')
  if (fields.md_status === undefined || fields.result === undefined) return forged('incomplete')
  const { md_status: mdStatus, eci, cavv, xid, ds_trans_id: dsTransId } = fields
  const refusal = REFUSALS.find((each) => each === fields.result)
  return verified({ mdStatus, proof: { eci, cavv, xid, dsTransId }, refusal })
}

const isSigned = (fields: Readonly<Record<string, string>>, { secrets }: Configuration): boolean =>
  secrets.secretKey !== undefined && isSignedBy(secrets.secretKey, fields)
