/** The in-process bank, for the sandbox: an ordinary connector that keeps no ledger. */

import { maskCardNumber } from '../../core/card-number.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import type { Attempt, Observation, Outcome } from '../attempt.ts'
import type { Capabilities, Connector } from '../port.ts'
import type { AccountsApi } from './accounts/accounts-api.ts'
import { createTransferBank } from './accounts/simbank-transfers.ts'
import { toCardTerms } from './card-terms.ts'
import type { Challenges } from './challenge-store.ts'
import { answerConversion, conversionRequest, offerFor } from './simbank-conversion.ts'
import { completeExchange, startExchange } from './simbank-exchanges.ts'
import { simulatedOperations } from './simbank-operations.ts'
import { NO_ANSWER_CODE, referencesFor, type Script, scriptFor } from './simbank-script.ts'
import { createSimbankThreeD } from './simbank-three-d.ts'
import type { SimulatedCard } from './simulated-card.ts'

type TestCardLookup = (tenantId: string, number: string) => Promise<SimulatedCard | undefined>

const CAPABILITIES: Capabilities = {
  operations: {
    sale: ['none', '3d_secure'],
    pre_auth: ['none', '3d_secure'],
    capture: ['none', '3d_secure'],
    void: ['none', '3d_secure'],
    refund: ['none', '3d_secure'],
  },
  currencies: ['TRY', 'USD', 'EUR', 'GBP'],
  installmentsMax: 12,
  inquiry: 'by_reference',
  reversal: 'none', // asked to reverse a timeout, it does not confirm
  latenessWindowMs: 90_000,
  booksNothingLate: true,
  callDeadlineMs: 30_000,
  inquiryDeadlineMs: 10_000,
  nothingBookedCodes: ['91', '96'],
  conversion: 'before_payment',
}

export interface SimbankServices {
  /** The bank simulator, a separate program, which keeps accounts. */
  accountsApi: AccountsApi
  testCardOf: TestCardLookup
  challenges: Challenges
  /** Address of the shopper's challenge page. */
  challengeUrl: (tenantId: string, transactionId: string) => string
}

export const createSimbank = (parts: SimbankServices): Connector => {
  const scriptOf = async (attempt: Attempt): Promise<Script> => {
    const [card, challenge] = await Promise.all([
      attempt.card.number.use((number) => parts.testCardOf(attempt.tenantId, number)),
      attempt.model === 'none' ? undefined : parts.challenges.find(attempt.tenantId, attempt.transactionId),
    ])
    return scriptFor(attempt, card, challenge?.is_cvv_wrong)
  }
  const bank: Connector = {
    family: 'simbank',
    types: ['custom'],
    code: 'SIMBANK',
    capabilities: CAPABILITIES,
    checkSettings: ({ mode }) =>
      mode === 'production'
        ? [{ field: 'mode', message: phrase`must be test: the simulated bank has no production` }]
        : [],
    async start(attempt, context) {
      const exchange = startExchange(
        attempt.operation === 'pre_auth' ? 'preauth' : 'sale',
        buildRequest(attempt, true),
        context,
      )
      const script = await scriptOf(attempt)
      if (script.delayMs > 0) await context.sleep(script.delayMs)
      const outcome = toOutcome(attempt, script)
      if (outcome.kind !== 'unknown') completeExchange(exchange, outcome, script, context)
      return outcome
    },
    async cardTerms(tenantId, card) {
      const testCard = await card.use((number) => parts.testCardOf(tenantId, number))
      return testCard && toCardTerms(testCard)
    },
    async offerConversion(asked, context) {
      const exchange = startExchange('conversion', conversionRequest(asked), context)
      const card = await asked.card.number.use((number) => parts.testCardOf(asked.tenantId, number))
      const offer = offerFor(asked, card)
      answerConversion(exchange, offer, context)
      return offer
    },
    /** Repeats the attempt's response, sent or not; it has no record of one that timed out. */
    async inquire(attempt, context) {
      const exchange = startExchange('inquiry', buildRequest(attempt, false), context)
      const { cvv: _, ...card } = attempt.card // a stored attempt has none, and every process must respond the same
      const script = await scriptOf({ ...attempt, card })
      const observation =
        attempt.recorded ?? ((await wasSent(parts, attempt)) ? observationOf(attempt, script) : NOT_SENT)
      completeExchange(exchange, observation, script, context)
      return observation
    },
    ...simulatedOperations,
  }
  return {
    ...bank,
    transferBank: createTransferBank(parts.accountsApi),
    threeDSecure: createSimbankThreeD({ ...parts, authorize: bank.start }),
  }
}

/** A payment does not reach the bank's records before its challenge is passed. */
const wasSent = async (
  { challenges }: SimbankServices,
  { model, tenantId, transactionId }: Attempt,
): Promise<boolean> => model === 'none' || (await challenges.find(tenantId, transactionId))?.result === 'ok'

const NOT_SENT: Observation = { kind: 'not_found' }

const toOutcome = (attempt: Attempt, script: Script): Outcome => {
  const { code, message, tripsBreaker: countsForBreaker, usedPoints } = script
  const fault = { providerCode: code, providerMessage: message }
  if (code === NO_ANSWER_CODE)
    return { kind: 'unknown', fault: { ...fault, providerMessage: 'No answer' }, countsForBreaker }
  const references = referencesFor(attempt.transactionId)
  if (code === '00')
    return { kind: 'approved', references, bankCode: code, ...(usedPoints === undefined ? {} : { usedPoints }) }
  return { kind: 'declined', fault, references: { ...references, authCode: null }, countsForBreaker }
}

const observationOf = (attempt: Attempt, script: Script): Observation => {
  const outcome = toOutcome(attempt, script)
  switch (outcome.kind) {
    case 'approved':
      return outcome
    case 'declined':
      return { kind: 'declined', fault: outcome.fault, references: outcome.references }
    default:
      return { kind: 'not_found' }
  }
}

/** The content of a request to a real bank, card masked; one allow-list for the log. */
const buildRequest = (attempt: Attempt, carriesCard: boolean): object => {
  const { amount, installments, reference, transactionId, card } = attempt
  return {
    reference,
    transaction_id: transactionId,
    amount: amount.minor,
    currency: amount.currency,
    installments,
    ...(carriesCard ? { card: { number: card.number.use(maskCardNumber), cvv: '***' } } : {}),
  }
}
