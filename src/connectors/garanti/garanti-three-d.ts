/** Garanti's 3D Secure: a form the shopper's browser posts to the bank, and the bank's form that comes back. */
import type { Fields } from '../kit/callback.ts'
import type { GatewayThreeD } from '../kit/gateway.ts'
import { addressText, cardTexts, installmentsText } from '../kit/message-parts.ts'
import type { ChallengeStart } from '../three-d-secure.ts'
import { currencyNumber } from '../transport/bank-amounts.ts'
import type { GarantiAccount } from './garanti-account.ts'
import { type Level, verifyGarantiCallback } from './garanti-callback.ts'
import { formHash, securityData } from './garanti-hash.ts'
import { authenticatedRequest, garantiOrderId, garantiType, NO_ADDRESS } from './garanti-requests.ts'

export const GARANTI_THREE_D: GatewayThreeD<GarantiAccount> = {
  form(account, start, model) {
    const level = model === '3d_pay' ? '3D_PAY' : '3D'
    const open = formFields(start, account, level)
    const security = account.payer.password.use((word) => securityData(word, account.terminalId))
    const secure3dhash = start.configuration.secrets.secretKey!.use((key) => formHash(open, key, security))
    return { fields: { ...open, secure3dhash }, state: { level } }
  },
  // biome-ignore format: related names on one line
  kept: {
    plain: new Set([
      'secure3dsecuritylevel', 'mode', 'apiversion', 'terminalprovuserid', 'terminaluserid', 'terminalmerchantid', 'terminalid',
      'txntype', 'txnamount', 'txncurrencycode', 'txninstallmentcount', 'orderid', 'customeripaddress',
    ]),
    cardNumbers: new Set(['cardnumber']),
  },
  verify: verifyGarantiCallback,
  authenticated: authenticatedRequest,
  // The hash of the form has no separators, so a digit of the amount could be moved into the currency; that of the callback has neither.
  confirms: ['3d_pay'],
}

const formFields = (start: ChallengeStart, account: GarantiAccount, level: Level): Fields => {
  const { amount, operation, callbackUrl, buyerIp } = start
  const { number, month, year, cvv = '' } = cardTexts(start.card)
  return {
    secure3dsecuritylevel: level,
    mode: account.mode,
    apiversion: '512',
    terminalprovuserid: account.payer.name,
    terminaluserid: account.payer.name,
    terminalmerchantid: account.merchantId,
    terminalid: account.terminalId,
    txntype: garantiType(operation),
    txnamount: String(amount.minor),
    txncurrencycode: currencyNumber(amount.currency),
    txninstallmentcount: installmentsText(start),
    orderid: garantiOrderId(start),
    successurl: callbackUrl,
    errorurl: callbackUrl,
    customeripaddress: addressText(buyerIp, NO_ADDRESS),
    customeremailaddress: '',
    cardnumber: number,
    cardexpiredatemonth: month,
    cardexpiredateyear: year,
    cardcvv2: cvv,
  }
}
