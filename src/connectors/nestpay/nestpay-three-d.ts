/** NestPay's 3D Secure: a form the shopper's browser posts to the bank, and the bank's form that comes back. */
import { randomBytes } from 'node:crypto'
import { maskCardNumbers } from '../../core/card-number.ts'
import type { Attempt, CallContext, Outcome } from '../attempt.ts'
import type {
  Authentication,
  CallbackVerdict,
  ChallengeStart,
  PendingChallenge,
  ThreeDSecure,
} from '../three-d-secure.ts'
import { currencyNumber, decimalText, minorOfDecimal } from '../wire/amounts.ts'
import type { BankLine } from '../wire/bank-line.ts'
import { notConfigured } from '../wire/configured.ts'
import { keepForm } from '../wire/kept-form.ts'
import { canBeCard } from '../wire/masked-card.ts'
import { refusalOf } from '../wire/md-status.ts'
import { threeDModelOf } from '../wire/three-d-model.ts'
import { outcomeOfVerdict } from './nestpay-answer.ts'
import { orderIdOf } from './nestpay-requests.ts'
import { isVer3Hash, ver3Hash } from './ver3-hash.ts'

type Fields = Readonly<Record<string, string>>
type Finish = (attempt: Attempt, authentication: Authentication, context: CallContext) => Promise<Outcome>

export const nestpayThreeD = (line: BankLine, finish: Finish): ThreeDSecure => ({
  modelOf: threeDModelOf,
  async begin(start, context) {
    const { threeDSecureEndpointUrl: action, storeId, secrets } = start.configuration
    const fault = line.pageFault(action)
    if (fault !== null || action === null) return notConfigured(fault ?? 'no address for 3D Secure')
    if (!storeId || secrets.secretKey === undefined) return notConfigured('no client number or store key')
    const storeType = threeDModelOf(start.configuration) === '3d_pay' ? '3d_pay' : '3d'
    const open = formFields(start, storeId, storeType)
    const fields = { ...open, hash: secrets.secretKey.use((key) => ver3Hash(open, key)) }
    keepForm(action, fields, FORM_KEPT, context)
    return { kind: 'challenge', step: { kind: 'form', action, fields }, state: { store_type: storeType } }
  },
  verify: (fields, challenge) => forgery(fields, challenge) ?? verified(fields, challenge),
  finish,
})

// biome-ignore format: names that travel together stand together
const FORM_KEPT = {
  plain: new Set([
    'clientid', 'storetype', 'amount', 'oid', 'rnd', 'lang', 'currency', 'taksit', 'TranType', 'hashAlgorithm',
  ]),
  cardNumbers: new Set(['pan']),
}

const formFields = (start: ChallengeStart, clientid: string, storetype: string): Fields => {
  const { card, amount, operation, installments, callbackUrl, language } = start
  return {
    clientid,
    storetype,
    amount: decimalText(amount),
    oid: orderIdOf(start),
    okUrl: callbackUrl,
    failUrl: callbackUrl,
    rnd: randomBytes(12).toString('hex').toUpperCase(),
    lang: language,
    currency: currencyNumber(amount.currency),
    taksit: installments > 1 ? String(installments) : '',
    TranType: operation === 'pre_auth' ? 'PreAuth' : 'Auth',
    hashAlgorithm: 'ver3',
    pan: card.number.use((number) => number),
    Ecom_Payment_Card_ExpDate_Month: String(card.expireMonth).padStart(2, '0'),
    Ecom_Payment_Card_ExpDate_Year: String(card.expireYear).slice(-2),
    cv2: card.cvv?.use((cvv) => cvv) ?? '',
  }
}

/** Why nothing in the callback counts; undefined when it is the bank's word on this very payment. */
const forgery = (fields: Fields, { attempt }: PendingChallenge): CallbackVerdict | undefined => {
  const { secretKey } = attempt.configuration.secrets
  const hash = fields.HASH ?? fields.hash ?? ''
  if (fields.oid === undefined) return forged('no_order')
  if (hash === '') return forged('incomplete') // the error pages of some banks: whoever sent it, it proves nothing
  if (secretKey === undefined || !secretKey.use((key) => isVer3Hash(hash, fields, key))) return forged('bad_hash')
  if (fields.oid !== orderIdOf(attempt) || fields.clientid !== attempt.configuration.storeId)
    return forged('other_order')
  if (fields.amount === undefined || fields.currency === undefined) return forged('incomplete')
  const { minor, currency } = attempt.amount
  if (minorOfDecimal(fields.amount) !== minor || fields.currency !== currencyNumber(currency))
    return forged('other_amount')
  const masked = fields.maskedCreditCard ?? fields.MaskedPan
  return masked === undefined || canBeCard(masked, attempt.card.number) ? undefined : forged('other_card')
}

const forged = (reason: Extract<CallbackVerdict, { kind: 'forged' }>['reason']): CallbackVerdict => ({
  kind: 'forged',
  reason,
})

const verified = (fields: Fields, { attempt, state }: PendingChallenge): CallbackVerdict => {
  const mdStatus = fields.mdStatus ?? ''
  const message = fields.mdErrorMsg || fields.ErrMsg
  const refusal = refusalOf(mdStatus, message)
  const charged = state.store_type === '3d_pay' ? chargedOf(fields, attempt, refusal === undefined) : undefined
  return {
    kind: 'verified',
    authentication: {
      mdStatus,
      eci: fields.eci || null,
      cavv: fields.cavv || null,
      xid: fields.xid || null,
      md: fields.md || null,
      dsTransId: fields.dsTransId || null,
    },
    ...(refusal === undefined ? {} : { refusal }),
    ...(message && refusal ? { message: maskCardNumbers(message).slice(0, 200) } : {}),
    ...(charged === undefined ? {} : { charged }),
  }
}

/** 3d_pay: the same members as an XML answer has. Without them the bank has not come to charging, if it was not authenticated. */
const chargedOf = (fields: Fields, attempt: Attempt, isPassed: boolean): Outcome | undefined => {
  if (fields.Response === undefined && fields.ProcReturnCode === undefined && !isPassed) return undefined
  return outcomeOfVerdict(
    {
      orderId: fields.oid ?? null,
      response: fields.Response ?? null,
      code: fields.ProcReturnCode ?? null,
      errorCode: fields.ErrorCode || fields.EXTRA_ERRORCODE || null,
      message: fields.ErrMsg || null,
      references: {
        providerTransactionId: fields.TransId || null,
        authCode: fields.AuthCode || null,
        hostReference: fields.HostRefNum || null,
      },
    },
    orderIdOf(attempt),
  )
}
