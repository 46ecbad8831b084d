/** NestPay's 3D Secure: a form the shopper's browser posts to the bank, and the bank's form that comes back. */
import { randomBytes } from 'node:crypto'
import type { Money } from '../../core/money.ts'
import type { Fields } from '../kit/callback.ts'
import type { GatewayThreeD } from '../kit/gateway.ts'
import { cardTexts, installmentsText } from '../kit/message-parts.ts'
import type { ChallengeStart } from '../three-d-secure.ts'
import { BANK_CURRENCIES, currencyNumber, decimalText } from '../transport/bank-amounts.ts'
import type { NestpayAccount } from './nestpay-account.ts'
import { verifyNestpayCallback } from './nestpay-callback.ts'
import { ver3Hash } from './nestpay-hash.ts'
import { authenticatedRequest, nestpayOrderId, SUB_MERCHANT_NAMES, subMerchantFields } from './nestpay-requests.ts'

export const NESTPAY_THREE_D: GatewayThreeD<NestpayAccount> = {
  form({ clientId }, start, model) {
    const store_type = model === '3d_pay' ? '3d_pay' : '3d'
    const open = formFields(start, clientId, store_type)
    const hash = start.configuration.secrets.secretKey!.use((key) => ver3Hash(open, key))
    return { fields: { ...open, hash }, state: { store_type } }
  },
  // biome-ignore format: related names on one line
  kept: {
    plain: new Set([
      'clientid', 'storetype', 'amount', 'oid', 'rnd', 'lang', 'currency', 'taksit', 'TranType', 'hashAlgorithm',
      ...SUB_MERCHANT_NAMES,
    ]),
    cardNumbers: new Set(['pan']),
  },
  verify: verifyNestpayCallback,
  authenticated: authenticatedRequest,
}

const formFields = (start: ChallengeStart, clientid: string, storetype: string): Fields => {
  const { amount, operation, callbackUrl, language } = start
  const { number, month, year, cvv = '' } = cardTexts(start.card)
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
    taksit: installmentsText(start),
    TranType: operation === 'pre_auth' ? 'PreAuth' : 'Auth',
    hashAlgorithm: 'ver3',
    ...subMerchantFields(start),
    pan: number,
    Ecom_Payment_Card_ExpDate_Month: month,
    Ecom_Payment_Card_ExpDate_Year: year,
    ...(storetype === '3d_pay' && isOtherCurrency(cvv, amount) ? {} : { cv2: cvv }),
  }
}

/**
 * The hash has the values without their names, and the card code follows the currency: such a code could be posted as the
 * currency of what the bank charges, which its record does not show.
 */
const isOtherCurrency = (cvv: string, { currency }: Money): boolean =>
  BANK_CURRENCIES.some((each) => each !== currency && Number(cvv) === Number(currencyNumber(each)))
