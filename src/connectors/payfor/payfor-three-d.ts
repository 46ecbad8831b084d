/** PayFor's 3D Secure: a form the shopper's browser posts to the bank, and the bank's form that comes back. */
import { randomBytes } from 'node:crypto'
import type { Fields } from '../kit/callback.ts'
import type { GatewayThreeD } from '../kit/gateway.ts'
import { cardTexts, installmentsText } from '../kit/message-parts.ts'
import type { ChallengeStart } from '../three-d-secure.ts'
import { currencyNumber, decimalText } from '../transport/bank-amounts.ts'
import type { PayforAccount } from './payfor-account.ts'
import { type SecureType, verifyPayforCallback } from './payfor-callback.ts'
import { formHash } from './payfor-hash.ts'
import { AT_ONCE, authenticatedRequest, E_COMMERCE, payforOrderId, payforType } from './payfor-requests.ts'

export const PAYFOR_THREE_D: GatewayThreeD<PayforAccount> = {
  form(account, start, model) {
    const secure_type = model === '3d_pay' ? '3DPay' : '3DModel'
    const open = formFields(start, account, secure_type)
    const Hash = start.configuration.secrets.secretKey!.use((merchantPass) => formHash(open, merchantPass))
    return { fields: { ...open, Hash }, state: { secure_type } }
  },
  // biome-ignore format: related names on one line
  kept: {
    plain: new Set([
      'MbrId', 'MerchantID', 'UserCode', 'OrderId', 'Lang', 'SecureType', 'TxnType', 'PurchAmount', 'InstallmentCount', 'Currency', 'MOTO',
    ]),
    cardNumbers: new Set(['Pan']),
  },
  verify: verifyPayforCallback,
  authenticated: authenticatedRequest,
  confirms: ['3d_secure', '3d_pay'], // no hash covers the currency
}

/** The password of the API user is not among them: the browser sees the form. */
const formFields = (start: ChallengeStart, account: PayforAccount, secureType: SecureType): Fields => {
  const { amount, operation, callbackUrl, card, language } = start
  const { number, month, year, cvv = '' } = cardTexts(card)
  return {
    MbrId: account.institution,
    MerchantID: account.merchantId,
    UserCode: account.user,
    OrderId: payforOrderId(start),
    Lang: language.toUpperCase(),
    SecureType: secureType,
    TxnType: payforType(operation),
    PurchAmount: decimalText(amount),
    InstallmentCount: installmentsText(start, AT_ONCE),
    Currency: currencyNumber(amount.currency),
    OkUrl: callbackUrl,
    FailUrl: callbackUrl,
    // A letter first: a digit could be moved into the installments, as the hash has no separators.
    Rnd: `R${randomBytes(12).toString('hex').toUpperCase()}`,
    MOTO: E_COMMERCE,
    CardHolderName: card.holderName,
    Pan: number,
    Expiry: `${month}${year}`,
    Cvv2: cvv,
  }
}
