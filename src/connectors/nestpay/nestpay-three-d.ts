/** NestPay's 3D Secure: a form the shopper's browser posts to the bank, and the bank's form that comes back. */
import { randomBytes } from 'node:crypto'
import type { Attempt, CallContext, Outcome } from '../attempt.ts'
import type { Authentication, ChallengeStart, ThreeDSecure } from '../three-d-secure.ts'
import { currencyNumber, decimalText } from '../transport/bank-amounts.ts'
import type { BankHttpClient } from '../transport/bank-http-client.ts'
import { logForm } from '../transport/log-form.ts'
import { notConfigured } from '../transport/not-configured.ts'
import { threeDModelOf } from '../transport/three-d-model.ts'
import { verifyNestpayCallback } from './nestpay-callback.ts'
import { ver3Hash } from './nestpay-hash.ts'
import { nestpayOrderId, SUB_MERCHANT_NAMES, subMerchantFields } from './nestpay-requests.ts'

type Fields = Readonly<Record<string, string>>
type Finish = (attempt: Attempt, authentication: Authentication, context: CallContext) => Promise<Outcome>

export const nestpayThreeD = (line: BankHttpClient, finish: Finish): ThreeDSecure => ({
  modelOf: threeDModelOf,
  async begin(start, context) {
    const { threeDSecureEndpointUrl: action, storeId, secrets } = start.configuration
    const fault = line.pageFault(action)
    if (fault !== null || action === null) return notConfigured(fault ?? 'no address for 3D Secure')
    if (!storeId || secrets.secretKey === undefined) return notConfigured('no client number or store key')
    const storeType = threeDModelOf(start.configuration) === '3d_pay' ? '3d_pay' : '3d'
    const open = formFields(start, storeId, storeType)
    const fields = { ...open, hash: secrets.secretKey.use((key) => ver3Hash(open, key)) }
    logForm(action, fields, FORM_KEPT, context)
    return { kind: 'challenge', step: { kind: 'form', action, fields }, state: { store_type: storeType } }
  },
  verify: verifyNestpayCallback,
  finish,
})

// biome-ignore format: related names on one line
const FORM_KEPT = {
  plain: new Set([
    'clientid', 'storetype', 'amount', 'oid', 'rnd', 'lang', 'currency', 'taksit', 'TranType', 'hashAlgorithm',
    ...SUB_MERCHANT_NAMES,
  ]),
  cardNumbers: new Set(['pan']),
}

const formFields = (start: ChallengeStart, clientid: string, storetype: string): Fields => {
  const { card, amount, operation, installments, callbackUrl, language } = start
  return {
    clientid,
    storetype,
    amount: decimalText(amount),
    oid: nestpayOrderId(start),
    okUrl: callbackUrl,
    failUrl: callbackUrl,
    rnd: randomBytes(12).toString('hex').toUpperCase(),
    lang: language,
    currency: currencyNumber(amount.currency),
    taksit: installments > 1 ? String(installments) : '',
    TranType: operation === 'pre_auth' ? 'PreAuth' : 'Auth',
    hashAlgorithm: 'ver3',
    ...subMerchantFields(start),
    pan: card.number.use((number) => number),
    Ecom_Payment_Card_ExpDate_Month: String(card.expireMonth).padStart(2, '0'),
    Ecom_Payment_Card_ExpDate_Year: String(card.expireYear).slice(-2),
    cv2: card.cvv?.use((cvv) => cvv) ?? '',
  }
}
