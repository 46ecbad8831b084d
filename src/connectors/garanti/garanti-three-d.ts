/** Garanti's 3D Secure: a form the shopper's browser posts to the bank, and the bank's form that comes back. */

import { isIP } from 'node:net'
import type { Attempt, CallContext, Outcome } from '../attempt.ts'
import type { Authentication, ChallengeStart, ThreeDSecure } from '../three-d-secure.ts'
import { currencyNumber } from '../transport/bank-amounts.ts'
import type { BankHttpClient } from '../transport/bank-http-client.ts'
import { logForm } from '../transport/log-form.ts'
import { notConfigured } from '../transport/not-configured.ts'
import { threeDModelOf } from '../transport/three-d-model.ts'
import { type GarantiAccount, garantiAccount } from './garanti-account.ts'
import { type Level, verifyGarantiCallback } from './garanti-callback.ts'
import { formHash, securityData } from './garanti-hash.ts'
import { garantiOrderId, garantiType } from './garanti-requests.ts'

type Fields = Readonly<Record<string, string>>
type Finish = (attempt: Attempt, authentication: Authentication, context: CallContext) => Promise<Outcome>

export const garantiThreeD = (line: BankHttpClient, finish: Finish): ThreeDSecure => ({
  modelOf: threeDModelOf,
  async begin(start, context) {
    const { threeDSecureEndpointUrl: action, secrets } = start.configuration
    const fault = line.pageFault(action)
    if (fault !== null || action === null) return notConfigured(fault ?? 'no address for 3D Secure')
    const account = garantiAccount(start.configuration)
    if (account === undefined || secrets.secretKey === undefined) return notConfigured()
    const level = threeDModelOf(start.configuration) === '3d_pay' ? '3D_PAY' : '3D'
    const open = formFields(start, account, level)
    const security = account.payer.password.use((word) => securityData(word, account.terminalId))
    const fields = { ...open, secure3dhash: secrets.secretKey.use((key) => formHash(open, key, security)) }
    logForm(action, fields, FORM_KEPT, context)
    return { kind: 'challenge', step: { kind: 'form', action, fields }, state: { level } }
  },
  verify: verifyGarantiCallback,
  finish,
})

// biome-ignore format: related names on one line
const FORM_KEPT = {
  plain: new Set([
    'secure3dsecuritylevel', 'mode', 'apiversion', 'terminalprovuserid', 'terminaluserid', 'terminalmerchantid', 'terminalid',
    'txntype', 'txnamount', 'txncurrencycode', 'txninstallmentcount', 'orderid', 'customeripaddress',
  ]),
  cardNumbers: new Set(['cardnumber']),
}

const formFields = (start: ChallengeStart, account: GarantiAccount, level: Level): Fields => {
  const { card, amount, operation, installments, callbackUrl, buyerIp } = start
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
    txninstallmentcount: installments > 1 ? String(installments) : '',
    orderid: garantiOrderId(start),
    successurl: callbackUrl,
    errorurl: callbackUrl,
    customeripaddress: isIP(buyerIp ?? '') ? buyerIp! : '127.0.0.1',
    customeremailaddress: '',
    cardnumber: card.number.use((number) => number),
    cardexpiredatemonth: String(card.expireMonth).padStart(2, '0'),
    cardexpiredateyear: String(card.expireYear).slice(-2),
    cardcvv2: card.cvv?.use((cvv) => cvv) ?? '',
  }
}
