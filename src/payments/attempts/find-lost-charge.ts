/**
 * Asks banks, before a payment is sent, whether they have charged it already: after a restore a repeat of a lost payment
 * looks like a new one here. It moves nothing and changes no row.
 */
import type { Attempt, Configuration, Exchange, Observation, Outcome } from '../../connectors/attempt.ts'
import { UNDONE_THERE } from '../../connectors/own-bank-codes.ts'
import type { Connector } from '../../connectors/port.ts'
import type { LostPeriod } from '../../infra/database/promotions/restores.ts'
import { findAcceptedTerms } from '../model/conversion.ts'
import { chargeOperation } from '../model/payment.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'
import { type AskedBank, findBanksToAsk, isLeftOut, leaveOut, type Recalled } from './banks-to-ask.ts'
import { buildAttempt } from './build-attempt.ts'
import { type FoundOperation, findOperationsOfOrder } from './found-operations.ts'
import type { PaymentServices } from './payment-services.ts'
import { findReferencesToAsk } from './references-to-ask.ts'

type Services = Pick<PaymentServices, 'runtime' | 'banks'>

/** A bank's answer, with the reference and the configuration it was about. */
interface Seen {
  readonly observation: Observation
  readonly exchanges: readonly Exchange[]
  readonly attempt: Attempt
  readonly connector: Connector
  readonly at: Pick<PreparedPayment, 'key_reference' | 'attempt_no' | 'configuration_id' | 'connector_code'>
}

export type LostCharge =
  /** No bank has it: it may be sent. `unheard`: unused banks that did not answer. */
  | { readonly kind: 'nothing'; readonly unheard: readonly Configuration[] }
  /** Charged; with what the bank has done to it since. */
  | (Seen & { readonly kind: 'charged'; readonly outcome: Outcome; readonly operations: readonly FoundOperation[] })
  | (Seen & { readonly kind: 'declined'; readonly outcome: Outcome })
  /** A bank did not say: nothing may be sent. */
  | (Seen & { readonly kind: 'silent' })
  /** A bank that would take it cannot be asked at all. */
  | { readonly kind: 'unaskable' }

/**
 * A further attempt has a separate number only after one that was sent: after so many unknown ones in a row no other is
 * looked for. It is more than one because a bank may keep no refusals.
 */
const GAP_MAX = 3
const ATTEMPTS_MAX = 99

export const findLostCharge = async (
  services: Services,
  period: LostPeriod,
  recalled: Recalled,
): Promise<LostCharge> => {
  const references = await findReferencesToAsk(services.runtime, period, recalled.payment)
  if (references.length === 0) return NOTHING
  const banks = await findBanksToAsk(services, period, recalled)
  if (banks === 'unaskable') return { kind: 'unaskable' }
  let other: LostCharge = NOTHING
  for (const { key_reference, isOfOtherTry } of references) {
    const found = await findUnder(services, recalled, key_reference, banks.asked)
    if (found.kind === 'charged') return found
    const isAnswer = found.kind === 'declined' && !isOfOtherTry && other.kind === 'nothing'
    if (found.kind === 'silent' || isAnswer) other = found
  }
  if (other.kind !== 'nothing') return other
  const unheard = banks.asked.filter(isLeftOut).map(({ configuration }) => configuration)
  return { kind: 'nothing', unheard: [...banks.unasked, ...unheard] }
}

const NOTHING = { kind: 'nothing', unheard: [] } as const

/** Asks about the attempts under one reference, until it is charged or no further one can have been made. */
const findUnder = async (
  services: Services,
  recalled: Recalled,
  key_reference: string | null,
  banks: readonly AskedBank[],
): Promise<LostCharge> => {
  let declined: LostCharge = NOTHING
  const gapMax = Math.max(GAP_MAX, recalled.candidates.length)
  for (let attempt_no = 1, unknown = 0; attempt_no <= ATTEMPTS_MAX && unknown < gapMax; attempt_no++) {
    const attempted = { key_reference, attempt_no }
    const asked = banks.filter((bank) => !isLeftOut(bank))
    const seen = await Promise.all(asked.map((bank) => askOrLeaveOut(services, recalled, attempted, bank)))
    const known = seen.find(({ kind }) => kind === 'charged') ?? seen.find(({ kind }) => kind === 'silent')
    if (known !== undefined) return known
    const refusal = seen.find(({ kind }) => kind === 'declined')
    declined = refusal ?? declined
    unknown = refusal === undefined && attempt_no >= recalled.payment.attempt_no ? unknown + 1 : 0
  }
  return declined
}

/** The silence of an unused bank stops nothing, unless it has another order under the reference. */
const askOrLeaveOut = async (
  services: Services,
  recalled: Recalled,
  attempted: Pick<PreparedPayment, 'key_reference' | 'attempt_no'>,
  bank: AskedBank,
): Promise<LostCharge> => {
  const seen = await ask(services, recalled, attempted, bank)
  if (seen.kind !== 'silent' || seen.observation.kind !== 'no_answer' || !bank.isUnused) return seen
  const order = await services.banks.connectors.lookUp(seen.connector, seen.attempt)
  if (typeof order !== 'string') return seen
  leaveOut(bank)
  return NOTHING
}

const ask = async (
  services: Services,
  { payment, card }: Recalled,
  attempted: Pick<PreparedPayment, 'key_reference' | 'attempt_no'>,
  { configuration, connector }: AskedBank,
): Promise<LostCharge> => {
  const at = { ...attempted, configuration_id: configuration.id, connector_code: configuration.connectorCode }
  const attempt = buildAttempt({ ...payment, ...at }, configuration, card, 'none')
  const { observation, exchanges } = await services.banks.connectors.inquire(connector, attempt)
  const seen = { observation, exchanges, attempt, connector, at }
  switch (observation.kind) {
    case 'approved':
      return addOperations(services, payment, { ...seen, outcome: observation })
    case 'declined': {
      if (observation.fault.providerCode !== UNDONE_THERE) return { ...seen, kind: 'declined', outcome: observation }
      const { references } = observation
      return addOperations(services, payment, { ...seen, outcome: { kind: 'approved', references, bankCode: '00' } })
    }
    case 'no_answer':
      return { ...seen, kind: 'silent' }
    case 'not_found':
      return NOTHING
  }
}

/** A charge is recorded only if the bank's list explains what followed it. */
const addOperations = async (
  { banks: { connectors } }: Services,
  payment: PreparedPayment,
  charge: Seen & { readonly outcome: Outcome },
): Promise<LostCharge> => {
  const { connector, attempt, observation } = charge
  if (connector.lookUp === undefined && observation.kind === 'approved')
    return { ...charge, kind: 'charged', operations: [] }
  const order = await connectors.lookUp(connector, attempt)
  const made = { operation: chargeOperation(payment), amount: attempt.amount.minor }
  const operations = typeof order === 'string' ? undefined : findOperationsOfOrder(order, made)
  // Their amounts are in the currency of the card, which only the steps that were lost relate to the payment's.
  const isConverted = operations !== undefined && operations.length > 0 && findAcceptedTerms(payment.history)
  return operations === undefined || isConverted
    ? { ...charge, kind: 'silent' }
    : { ...charge, kind: 'charged', operations }
}
