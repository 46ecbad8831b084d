/** The outcome of an iyzico answer: approved by its status, its signature and our own terms in it, declined on a listed code, else unknown. */
import type { Attempt, BankReferences, Outcome } from '../attempt.ts'
import { isSameHash } from '../kit/callback.ts'
import { bankFault, movementNumber, NO_REFERENCES, type Result, toOutcome } from '../kit/result.ts'
import { elementsAt, type Tree, textAt } from '../transport/message.ts'
import { type IyzicoAccount, iyzicoSignature } from './iyzico-account.ts'
import { minorOfPrice, signedForms } from './iyzico-amounts.ts'
import { IYZICO_CODES } from './iyzico-codes.ts'
import { iyzicoOrderId, type OperationTerms, type Target, toConversation } from './iyzico-requests.ts'

export const APPROVED = '00'

/** Without the terms that it has to name, an answer approves nothing. */
export const iyzicoOutcome = (answer: Tree, orderId: string): Outcome => outcomeOf(answer, orderId, false)

const PHASES: Readonly<Record<string, string>> = { sale: 'AUTH', pre_auth: 'PRE_AUTH' }
const SIGNED = ['paymentId', 'currency', 'basketId', 'conversationId', 'paidPrice', 'price']

export const chargedOutcome = (answer: Tree, account: IyzicoAccount, attempt: Attempt): Outcome => {
  const orderId = iyzicoOrderId(attempt)
  const isAgreed =
    hasTerms(answer, attempt, 'price') &&
    hasTerms(answer, attempt, 'paidPrice') &&
    textAt(answer, 'basketId') === orderId &&
    textAt(answer, 'phase') === PHASES[attempt.operation] &&
    textAt(answer, 'fraudStatus') === ACCEPTED &&
    isSigned(answer, SIGNED, account)
  return outcomeOf(answer, orderId, isAgreed)
}

/** Neither under review nor rejected by iyzico's own examination of fraud. */
export const ACCEPTED = '1'

export const operatedOutcome = (
  answer: Tree,
  account: IyzicoAccount,
  followUp: OperationTerms,
  { paymentId, paymentTransactionId }: Target,
): Outcome => {
  const says = {
    capture: () =>
      hasTerms(answer, followUp, 'paidPrice') &&
      textAt(answer, 'phase') === 'POST_AUTH' &&
      isSigned(answer, SIGNED, account),
    // A void has no part, and no signature.
    void: () => true,
    refund: () =>
      hasTerms(answer, followUp, 'price') &&
      textAt(answer, 'paymentTransactionId') === paymentTransactionId &&
      isSigned(answer, ['paymentId', 'price', 'currency', 'conversationId'], account),
  }
  const isAgreed = textAt(answer, 'paymentId') === paymentId && says[followUp.operation]()
  return outcomeOf(answer, toConversation(followUp), isAgreed)
}

const hasTerms = (answer: Tree, { amount }: Pick<Attempt, 'amount'>, price: 'price' | 'paidPrice'): boolean =>
  minorOfPrice(textAt(answer, price)) === amount.minor && textAt(answer, 'currency') === amount.currency

const PRICES = new Set(['price', 'paidPrice'])

/** A signature may be made of amounts with or without the zeros at their end. */
export const isSigned = (answer: Tree, names: readonly string[], { secretKey }: IyzicoAccount): boolean => {
  const texts = names.map((name) => textAt(answer, name) ?? '')
  const given = textAt(answer, 'signature') ?? ''
  return [0, 1, 2].some((form) => {
    const values = texts.map((text, index) => (PRICES.has(names[index]!) ? signedForms(text)[form]! : text))
    return isSameHash(given, iyzicoSignature(values, secretKey))
  })
}

/** Codes of the card's bank; an answer with one of them names the conversation. */
const ISSUER_CODE = /^10[0-9]{3}$/

const outcomeOf = (answer: Tree, conversationId: string, isAgreed: boolean): Outcome => {
  const status = textAt(answer, 'status')
  const code = textAt(answer, 'errorCode') ?? ''
  const named = textAt(answer, 'conversationId')
  const isNameless = named === null && status === 'failure' && !ISSUER_CODE.test(code)
  const outcome = toOutcome(IYZICO_CODES, {
    says: saidBy(status, isAgreed && code === ''),
    isOurs: named === conversationId || isNameless,
    fault: status === 'failure' ? bankFault(code, textAt(answer, 'errorMessage')) : DOUBTFUL,
    references: status === 'success' ? iyzicoReferences(answer) : NO_REFERENCES,
  })
  // Shoppers who are examined, one after the other, must not open the breaker for all.
  return outcome.kind === 'unknown' && status === 'success' ? { ...outcome, countsForBreaker: false } : outcome
}

const saidBy = (status: string | null, isAgreed: boolean): Result['says'] => {
  if (status === 'failure') return 'refused'
  return status === 'success' && isAgreed ? 'approved' : 'neither'
}

const DOUBTFUL = bankFault(APPROVED, 'approved without our terms, its signature or its examination of fraud')

export const iyzicoReferences = (answer: Tree): BankReferences => {
  const [item, ...others] = elementsAt(answer, 'itemTransactions')
  const only =
    item && others.length === 0 ? textAt(item, 'paymentTransactionId') : textAt(answer, 'paymentTransactionId')
  return {
    providerTransactionId: movementNumber(textAt(answer, 'paymentId'), only) ?? textAt(answer, 'paymentId'),
    authCode: textAt(answer, 'authCode'),
    hostReference:
      ['cancelHostReference', 'refundHostReference', 'hostReference']
        .map((name) => textAt(answer, name))
        .find((reference) => reference !== null) ?? null,
  }
}
