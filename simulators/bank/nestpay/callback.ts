/**
 * Fields that NestPay posts back after a challenge: the form's own fields, the authentication, with 3d_pay the
 * authorization, and HASH.
 */
import type { Charge } from '../acquirer/charge.ts'
import { type Authentication, deriveRandom } from '../acs/authentication.ts'
import type { Fields, ThreeDAdapter } from '../acs/three-d-adapter.ts'
import type { Bank } from '../bank-parts.ts'
import type { Session } from '../ledger/books.ts'
import { stamp } from '../wire/bank-time.ts'
import { decimal } from '../wire/money.ts'
import { cardOfMask, maskSpaced } from '../world/cards.ts'
import { NESTPAY_MERCHANTS } from '../world/merchants.ts'
import { bankText, REFUSALS } from './answer.ts'
import { hashVer3 } from './hash.ts'

export const nestpayAdapter: ThreeDAdapter = {
  merchant: (id) => NESTPAY_MERCHANTS.get(id),
  fields: (bank, session, authentication, charged, amount) => ({
    ...session.echo,
    ...(amount === session.amount ? {} : { amount: decimal(amount) }),
    ReturnOid: session.order_id,
    rnd: deriveRandom(bank.seed, session.id),
    maskedCreditCard: maskSpaced(session.card),
    MaskedPan: session.card.replaceAll('*', '').replace(/(.{6})(.{4})/, '$1***$2'),
    EXTRA_CARDBRAND: (cardOfMask(session.card)?.scheme ?? '').toUpperCase(),
    EXTRA_CARDISSUER: 'SİMÜLE BANKA A.Ş.',
    ...ALWAYS,
    merchantID: session.merchant,
    merchantName: NESTPAY_MERCHANTS.get(session.merchant)?.name ?? '',
    ...authenticationFields(authentication),
    ...(session.model === '3d_pay' ? chargeFields(bank, session, authentication, charged) : {}),
  }),
  sign: (fields, storeKey) => ({ ...fields, HASH: hashVer3(fields, storeKey) }),
}

/**
 * Present in every callback after a challenge; a verification has to distinguish the single digits among them from the
 * md status.
 */
const ALWAYS = {
  ACQBIN: '454671',
  callbackCall: 'true',
  clientIp: '127.0.0.1',
  digest: 'digest',
  dsId: '1',
  PAResSyntaxOK: 'true',
  PAResVerified: 'true',
  sID: '1',
  TRANID: '',
  version: '2.0',
}

const authenticationFields = ({ md_status, status, message, eci, cavv, xid, md }: Authentication): Fields => ({
  mdStatus: md_status,
  mdErrorMsg: message,
  txstatus: status,
  xid,
  eci,
  cavv,
  md,
})

/** If nothing was charged no field mentions a charge; some gateways send the fields nevertheless. */
const chargeFields = (
  { ledger }: Bank,
  session: Session,
  { message }: Authentication,
  charged: Charge | undefined,
): Fields => {
  const when = { EXTRA_TRXDATE: stamp(ledger.now()) }
  const nothing = { AuthCode: '', HostRefNum: '', TransId: '', SettleId: '', acqStan: '' }
  if (charged === undefined && !NESTPAY_MERCHANTS.get(session.merchant)?.answersFailures) return {}
  if (charged === undefined)
    return { ...when, ...nothing, Response: 'Error', ProcReturnCode: '99', ErrMsg: message, ErrorCode: '3D-1008' }
  if (charged.kind === 'refused') {
    const [code, text] = REFUSALS[charged.refusal]
    return { ...when, ...nothing, Response: 'Error', ProcReturnCode: '99', ErrMsg: text, ErrorCode: code }
  }
  const { code, references } = charged
  return {
    ...when,
    Response: code === '00' ? 'Approved' : 'Declined',
    ProcReturnCode: code,
    AuthCode: code === '00' ? references.auth_code : '',
    HostRefNum: references.host_reference,
    TransId: references.transaction_id,
    ErrMsg: bankText(code),
    SettleId: String(ledger.books.batch),
    acqStan: references.host_reference.slice(-6),
  }
}
