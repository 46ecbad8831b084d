/** InterPOS's answers: names and values in one line, between them two semicolons. */
import type { Bank } from '../bank-parts.ts'
import type { References } from '../ledger/facts.ts'
import { stampDots } from '../wire/bank-time.ts'
import type { Form } from '../wire/form.ts'
import { decimal, parseDecimal } from '../wire/money.ts'
import type { Answer } from '../wire/serve.ts'
import { isOrderId } from '../wire/terms.ts'
import { INTERPOS_MERCHANTS } from '../world/merchants.ts'
import { ABOUT_ANOTHER, withComma } from './fields.ts'
import { type GatewayRefusal, type Said, toRefused, toSaid } from './refusals.ts'

export const MANNER = { charset: 'utf-8', contentType: 'text/html; charset=utf-8' } as const

type Members = Readonly<Record<string, string>>

/** A gateway of another version sets a third semicolon behind the text of an error. */
const lineOf = (fields: Form, members: Members): string => {
  const isOther = INTERPOS_MERCHANTS.get(fields.ShopCode ?? '')?.answersFailures === true
  const line = Object.entries(members)
    .map(([name, value]) => `${name}=${value}`)
    .join(';;')
  return isOther ? line.replace(/(ErrorMessage=[^;]*);;/, '$1;;;') : line
}

/** A call about another order gets a number of the bank, unless it brings one. */
const answeredOrderId = ({ ledger }: Bank, { OrderId = '', TxnType = '' }: Form): string => {
  if (isOrderId(OrderId)) return OrderId
  return ABOUT_ANOTHER.has(TxnType) ? `SYSOID${String(ledger.books.count).padStart(9, '0')}` : ''
}

const NO_CAMPAIGN = {
  CampanyId: '',
  CampanyInstallCount: '0',
  CampanyShiftDateCount: '0',
  CampanyTxnId: '',
  CampanyType: '',
  CampanyInstallment: '0',
  CampanyDate: '0',
  CampanyAmnt: '0',
}

/** `none` is the value of an amount that is not there. */
const bonus = (none: string): Members => ({
  EarnedBonus: none,
  UsedBonus: none,
  AvailableBonus: none,
  BonusToBonus: '0',
  CampaignBonus: none,
  FoldedBonus: '0',
  SurchargeAmount: '0',
})

const NO_QR = {
  QrReferenceNumber: '',
  QrCardToken: '',
  QrData: '',
  QrPayIsSucess: 'False',
  QrIssuerPaymentMethod: '',
  QrFastMessageReferenceNo: '',
  QrFastParticipantReceiverCode: '',
  QrFastParticipantReceiverName: '',
  QrFastParticipantSenderCode: '',
  QrFastSenderIban: '',
  QrFastParticipantSenderName: '',
  QrFastPaymentResultDesc: '',
}

interface Answered {
  readonly code: string
  readonly references: References
  readonly amount: number
  readonly holder: string
  readonly extra: boolean
}

const EXTRA = { NewField: 'yeni alan: ğüşıöç' }

/** Builds the answer of the card's bank. */
export const answeredText = (
  bank: Bank,
  fields: Form,
  { code, references, amount, holder, extra }: Answered,
): string => {
  const said = toSaid(code)
  const isApproved = code === '00'
  return lineOf(fields, {
    OrderId: answeredOrderId(bank, fields),
    ProcReturnCode: said.code,
    HostRefNum: references.host_reference,
    AuthCode: isApproved ? references.auth_code : '',
    TxnResult: isApproved ? 'Success' : 'Failed',
    ErrorMessage: said.text,
    ...NO_CAMPAIGN,
    TRXDATE: stampDots(bank.ledger.now()),
    TransId: references.transaction_id,
    ErrorCode: said.errorCode,
    ...bonus('0,00'),
    Amount: withComma(decimal(amount)),
    CardHolderName: isApproved ? holder : '',
    ...NO_QR,
    ...(extra ? EXTRA : {}),
  })
}

/** A refusal of the gateway itself; an inquiry has another shape. */
export const refusedAnswer = (bank: Bank, fields: Form, refusal: GatewayRefusal, extra = false): Answer => {
  const said = toRefused(refusal)
  const members =
    fields.TxnType === 'StatusHistory' ? statusMembers(bank, fields, said, {}) : refusedMembers(bank, fields, said)
  return { text: lineOf(fields, { ...members, ...(extra ? EXTRA : {}) }), booked: false }
}

const refusedMembers = (bank: Bank, fields: Form, { code, errorCode, text }: Said): Members => {
  const { PurchAmount = '' } = fields
  return {
    OrderId: answeredOrderId(bank, fields),
    ProcReturnCode: code,
    HostRefNum: '',
    AuthCode: '',
    TxnResult: 'Failed',
    ErrorMessage: text,
    ...NO_CAMPAIGN,
    TRXDATE: '',
    TransId: '',
    ErrorCode: errorCode,
    ...bonus('0'),
    Amount: parseDecimal(PurchAmount) === undefined ? '0' : withComma(PurchAmount),
    CardHolderName: '',
  }
}

/** Is sent where there is no time. */
const NO_TIME = '1.1.0001 00:00:00'

/** `found` is of the order. */
const statusMembers = (bank: Bank, fields: Form, { code, errorCode, text }: Said, found: Members): Members => ({
  OrderId: answeredOrderId(bank, fields),
  ProcReturnCode: code,
  BatchNo: '',
  TransId: '',
  TRXDATE: '',
  TxnStat: '',
  PurchAmount: '0',
  VoidDate: NO_TIME,
  TxnStatus: '',
  ChargeTypeCd: '',
  ErrorCode: errorCode,
  ErrorMessage: text === '' ? '' : `TR:${text}`,
  RefundedAmount: '0',
  AuthCode: '',
  ...found,
})

export const statusText = (bank: Bank, fields: Form, said: Said, found: Members, extra: boolean): string =>
  lineOf(fields, { ...statusMembers(bank, fields, said, found), ...(extra ? EXTRA : {}) })
