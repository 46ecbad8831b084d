/** Garanti's 3D Secure: a form the shopper's browser posts to the bank, and the bank's form that comes back. */

import { isIP } from 'node:net'
import { maskCardNumbers } from '../../core/card-number.ts'
import type { Attempt, CallContext, Outcome } from '../attempt.ts'
import type {
  Authentication,
  CallbackVerdict,
  ChallengeStart,
  PendingChallenge,
  ThreeDSecure,
} from '../three-d-secure.ts'
import { currencyNumber } from '../wire/amounts.ts'
import type { BankLine } from '../wire/bank-line.ts'
import { notConfigured } from '../wire/configured.ts'
import { keepForm } from '../wire/kept-form.ts'
import { refusalOf } from '../wire/md-status.ts'
import { threeDModelOf } from '../wire/three-d-model.ts'
import { type GarantiAccount, garantiAccount } from './garanti-account.ts'
import { outcomeOfVerdict } from './garanti-answer.ts'
import { formHash, isCallbackHash, securityData } from './garanti-hash.ts'
import { orderIdOf, typeOf } from './garanti-requests.ts'

type Fields = Readonly<Record<string, string>>
type Finish = (attempt: Attempt, authentication: Authentication, context: CallContext) => Promise<Outcome>

export const garantiThreeD = (line: BankLine, finish: Finish): ThreeDSecure => ({
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
    keepForm(action, fields, FORM_KEPT, context)
    return { kind: 'challenge', step: { kind: 'form', action, fields }, state: { level } }
  },
  verify: (fields, challenge) => forgery(fields, challenge) ?? verified(fields, challenge),
  finish,
})

// biome-ignore format: names that travel together stand together
const FORM_KEPT = {
  plain: new Set([
    'secure3dsecuritylevel', 'mode', 'apiversion', 'terminalprovuserid', 'terminaluserid', 'terminalmerchantid', 'terminalid',
    'txntype', 'txnamount', 'txncurrencycode', 'txninstallmentcount', 'orderid', 'customeripaddress',
  ]),
  cardNumbers: new Set(['cardnumber']),
}

const formFields = (start: ChallengeStart, account: GarantiAccount, level: '3D' | '3D_PAY'): Fields => {
  const { card, amount, operation, installments, callbackUrl, buyerIp } = start
  return {
    secure3dsecuritylevel: level,
    mode: account.mode,
    apiversion: '512',
    terminalprovuserid: account.payer.name,
    terminaluserid: account.payer.name,
    terminalmerchantid: account.merchantId,
    terminalid: account.terminalId,
    txntype: typeOf(operation),
    txnamount: String(amount.minor),
    txncurrencycode: currencyNumber(amount.currency),
    txninstallmentcount: installments > 1 ? String(installments) : '',
    orderid: orderIdOf(start),
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

/** Why nothing in the callback counts; undefined when it is the bank's word on this very payment. */
const forgery = (fields: Fields, { attempt, state }: PendingChallenge): CallbackVerdict | undefined => {
  const { secrets, terminalId } = attempt.configuration
  const orderIds = [fields.orderid, fields.oid].filter((id) => id !== undefined)
  if (orderIds.length === 0) return forged('no_order')
  if (!fields.hash) return forged('incomplete')
  const isHashed = secrets.secretKey?.use((key) => isCallbackHash(fields, key)) === true
  if (!isHashed || !coversVerdict(fields, state.level === '3D_PAY')) return forged('bad_hash')
  if (orderIds.some((id) => id !== orderIdOf(attempt)) || fields.clientid !== terminalId) return forged('other_order')
  // The bank's hash leaves the amount out: what it was asked for is what counts.
  const { minor, currency } = attempt.amount
  if (fields.txnamount === undefined || fields.txncurrencycode === undefined) return forged('incomplete')
  const isOurs = fields.txnamount === String(minor) && fields.txncurrencycode === currencyNumber(currency)
  return isOurs ? undefined : forged('other_amount')
}

const forged = (reason: Extract<CallbackVerdict, { kind: 'forged' }>['reason']): CallbackVerdict => ({
  kind: 'forged',
  reason,
})

/** What each hashed value may look like. The hash runs over values without marks between them: a text moved from one field to the next hashes the same. */
const FORMS: Readonly<Record<string, RegExp>> = {
  clientid: /^[0-9]{1,9}$/,
  oid: /^[A-Za-z0-9._-]{1,36}$/,
  orderid: /^[A-Za-z0-9._-]{1,36}$/,
  authcode: /^[A-Za-z0-9]{0,6}$/,
  procreturncode: /^[A-Za-z0-9]{0,2}$/,
  response: /^(|Approved|Declined|Error)$/,
  mdstatus: /^[0-9]?$/,
  cavv: /^[A-Za-z0-9+/=]{0,64}$/,
  eci: /^[0-9]{0,2}$/,
  md: /^[\x21-\x7e]{0,1024}$/,
  xid: /^[A-Za-z0-9+/=]{0,64}$/,
  rnd: /^[A-Za-z0-9+/=]{0,64}$/,
}

/** The bank chooses what it hashes, and whoever posts could choose for it: order, verdict and their forms must be in there, once. */
const coversVerdict = (fields: Fields, isCharged: boolean): boolean => {
  const names = (fields.hashparams ?? '').split(':').filter((name) => name !== '')
  const needed = ['clientid', 'mdstatus', ...(isCharged ? ['response', 'procreturncode'] : [])]
  return (
    new Set(names).size === names.length &&
    names.every((name) => Object.hasOwn(FORMS, name) && FORMS[name]!.test(fields[name] ?? '')) &&
    needed.every((name) => names.includes(name)) &&
    (names.includes('oid') || names.includes('orderid'))
  )
}

const verified = (fields: Fields, { attempt, state }: PendingChallenge): CallbackVerdict => {
  const mdStatus = fields.mdstatus ?? ''
  const message = fields.mderrormessage || fields.errmsg
  const refusal = refusalOf(mdStatus, message)
  const charged = state.level === '3D_PAY' ? chargedOf(fields, attempt, refusal === undefined) : undefined
  return {
    kind: 'verified',
    authentication: {
      mdStatus,
      eci: fields.eci || null,
      cavv: fields.cavv || null,
      xid: fields.xid || null,
      md: fields.md || null,
      dsTransId: fields.dstransid || null,
    },
    ...(refusal === undefined ? {} : { refusal }),
    ...(message && refusal ? { message: maskCardNumbers(message).slice(0, 200) } : {}),
    ...(charged === undefined ? {} : { charged }),
  }
}

/** 3D_PAY: without response and code the bank has not come to charging, if the cardholder was not authenticated. */
const chargedOf = (fields: Fields, attempt: Attempt, isPassed: boolean): Outcome | undefined => {
  if (!fields.response && !fields.procreturncode && !isPassed) return undefined
  return outcomeOfVerdict(
    {
      orderId: fields.orderid ?? fields.oid ?? null,
      word: fields.response || null,
      code: fields.procreturncode || null,
      reason: null,
      message: fields.errmsg || null,
      systemMessage: null,
      references: {
        providerTransactionId: fields.transid || null,
        authCode: fields.authcode || null,
        hostReference: fields.hostrefnum || null,
      },
    },
    orderIdOf(attempt),
  )
}
