/** Akbank's 3D Secure: a form the shopper's browser posts to the bank, and the bank's form that comes back. */
import type { Fields } from '../kit/callback.ts'
import type { GatewayThreeD } from '../kit/gateway.ts'
import { cardTexts } from '../kit/message-parts.ts'
import { currencyNumber, decimalText } from '../transport/bank-amounts.ts'
import { bankTimeText } from '../transport/bank-times.ts'
import { type AkbankAccount, akbankHash } from './akbank-account.ts'
import { type PaymentModel, verifyAkbankCallback } from './akbank-callback.ts'
import { akbankOrderId, authenticatedRequest, newRandomNumber } from './akbank-requests.ts'

export const AKBANK_THREE_D: GatewayThreeD<AkbankAccount> = {
  form({ merchantSafeId, terminalSafeId, secretKey }, start, model, bank) {
    const { amount, callbackUrl, language } = start
    const { number, month, year, cvv = '' } = cardTexts(start.card)
    const payment_model: PaymentModel = model === '3d_pay' ? '3D_PAY' : '3D'
    // In the order in which the bank signs them.
    const open: Fields = {
      paymentModel: payment_model,
      txnCode: start.operation === 'pre_auth' ? '3004' : '3000',
      merchantSafeId,
      terminalSafeId,
      orderId: akbankOrderId(start),
      lang: language.toUpperCase(),
      amount: decimalText(amount),
      currencyCode: currencyNumber(amount.currency),
      installCount: String(start.installments),
      okUrl: callbackUrl,
      failUrl: callbackUrl,
      creditCard: number,
      expiredDate: `${month}${year}`,
      cvv,
      randomNumber: newRandomNumber(),
      requestDateTime: bankTimeText(bank.nowMs()),
    }
    return { fields: { ...open, hash: akbankHash(Object.values(open).join(''), secretKey) }, state: { payment_model } }
  },
  // biome-ignore format: related names on one line
  kept: {
    plain: new Set([
      'paymentModel', 'txnCode', 'merchantSafeId', 'terminalSafeId', 'orderId', 'lang', 'amount', 'currencyCode', 'installCount', 'requestDateTime',
    ]),
    cardNumbers: new Set(['creditCard']),
  },
  verify: verifyAkbankCallback,
  authenticated: authenticatedRequest,
  confirms: ['3d_pay'], // its callback is not certain to show amount and currency
}
