/** InterPOS's 3D Secure: a form the shopper's browser posts to the bank, and the bank's form that comes back. */
import { randomBytes } from 'node:crypto'
import type { Fields } from '../kit/callback.ts'
import type { GatewayThreeD } from '../kit/gateway.ts'
import { cardTexts, installmentsText } from '../kit/message-parts.ts'
import { notConfigured } from '../kit/settings.ts'
import type { ChallengeStart } from '../three-d-secure.ts'
import { currencyNumber, decimalText } from '../transport/bank-amounts.ts'
import type { InterposAccount } from './interpos-account.ts'
import { type SecureType, verifyInterposCallback } from './interpos-callback.ts'
import { formHash } from './interpos-hash.ts'
import { authenticatedRequest, interposOrderId, interposType } from './interpos-requests.ts'

export const INTERPOS_THREE_D: GatewayThreeD<InterposAccount> = {
  async form(account, start, model) {
    // The hash of the form leaves the currency out, and so does the bank's record of what was charged: dollars could become lira.
    if (start.amount.currency !== 'TRY') return notConfigured('3D Secure of this bank is offered in TRY only')
    const secure_type = model === '3d_pay' ? '3DPay' : '3DModel'
    const open = formFields(start, account, secure_type)
    const Hash = start.configuration.secrets.secretKey!.use((merchantPass) => formHash(open, merchantPass))
    return { fields: { ...open, Hash }, state: { secure_type } }
  },
  // biome-ignore format: related names on one line
  kept: {
    plain: new Set([
      'ShopCode', 'OrderId', 'TxnType', 'SecureType', 'PurchAmount', 'Currency', 'InstallmentCount', 'Lang',
    ]),
    cardNumbers: new Set(['Pan']),
  },
  verify: verifyInterposCallback,
  authenticated: authenticatedRequest,
}

/** The API user and its password are not among them: the browser sees the form. */
const formFields = (start: ChallengeStart, account: InterposAccount, secureType: SecureType): Fields => {
  const { amount, operation, callbackUrl, card, language } = start
  const { number, month, year, cvv = '' } = cardTexts(card)
  return {
    ShopCode: account.shopCode,
    TxnType: interposType(operation),
    SecureType: secureType,
    PurchAmount: decimalText(amount),
    OrderId: interposOrderId(start),
    OkUrl: callbackUrl,
    FailUrl: callbackUrl,
    // A letter first: a digit could be moved into the installments, as the hash has no separators.
    Rnd: `R${randomBytes(12).toString('hex').toUpperCase()}`,
    Lang: language.toUpperCase(),
    Currency: currencyNumber(amount.currency),
    InstallmentCount: installmentsText(start),
    Pan: number,
    Expiry: `${month}${year}`,
    Cvv2: cvv,
  }
}
