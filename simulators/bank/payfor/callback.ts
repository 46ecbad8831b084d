/**
 * Fields that PayFor posts back after a challenge: its whole record of the request, with 3DPay the authorization, and a hash
 * over few of them, which do not include the amount.
 */
import type { Charge } from '../acquirer/charge.ts'
import { type Authentication, deriveRandom } from '../acs/authentication.ts'
import type { Fields, ThreeDAdapter } from '../acs/three-d-adapter.ts'
import type { Bank } from '../bank-parts.ts'
import type { Session } from '../ledger/books.ts'
import { stampDay, stampDots } from '../wire/bank-time.ts'
import { decimal } from '../wire/money.ts'
import { cardOfMask } from '../world/cards.ts'
import { PAYFOR_MERCHANTS } from '../world/merchants.ts'
import { bankAnswer, REFUSALS } from './answer.ts'
import { callbackHash } from './hash.ts'
import { alphaCode, buildRecord, schemeLetter } from './record.ts'
import { toRequestGuid } from './request-guid.ts'

export const payforAdapter: ThreeDAdapter = {
  merchant: (id) => PAYFOR_MERCHANTS.get(id),
  fields: (bank, session, authentication, charged, amount) => {
    const scheme = cardOfMask(session.card)?.scheme ?? ''
    return callbackRecord(bank, session.echo, {
      RequestGuid: toRequestGuid(bank.seed, session.id),
      ...(amount === session.amount ? {} : { PurchAmount: decimal(amount) }),
      AlphaCode: alphaCode(session.currency),
      CardType: schemeLetter(scheme),
      DsBrand: schemeLetter(scheme),
      CardMask: session.card,
      BatchNo: String(bank.ledger.books.batch),
      ReqDate: stampDay(bank.ledger.now()),
      SysDate: stampDay(bank.ledger.now()),
      Version: '1.0.2',
      ...authenticationFields(authentication),
      ...(session.model === '3d_pay' && isGood(authentication) ? chargeFields(charged) : {}),
      ...(session.model === '3d_pay' && !isGood(authentication) ? errorFields(charged) : {}),
      ResponseRnd: randomOf(bank, session),
    })
  },
  sign: (fields, merchantPass) => signed(fields, merchantPass),
}

/** Fields of the form first, as they were posted. */
export const callbackRecord = ({ ledger }: Bank, form: Fields, members: Fields): Fields => {
  const { RequestGuid, MerchantID = '', FailUrl = '' } = { ...form, ...members }
  return {
    ...buildRecord({ RequestGuid: RequestGuid ?? '0', MrcName: PAYFOR_MERCHANTS.get(MerchantID)?.name ?? '', ...form }),
    TransactionDate: stampDots(ledger.now()),
    ReturnUrl: FailUrl,
    RRN: '',
    D3Stat: '',
    '3DStatus': '-1',
    ...members,
  }
}

/** Newer versions of the gateway sign with SHA-256, and have no HashType. */
export const signed = (fields: Fields, merchantPass: string): Fields => {
  const merchant = PAYFOR_MERCHANTS.get(fields.MerchantID ?? '')
  const userCode = merchant?.user ?? ''
  const isNew = merchant?.answersFailures === true
  const ResponseHash = callbackHash(fields, { merchantPass, userCode }, isNew ? 'sha256' : 'sha1')
  return isNew
    ? { ...fields, ArtiTaksit: '0', AuthId: '', ResponseHash }
    : { ...fields, ResponseHash, HashType: 'Sha1' }
}

const randomOf = ({ seed }: Bank, { id }: Session): string =>
  `PF${Buffer.from(deriveRandom(seed, id)).readUIntBE(0, 6)}`

/** The status of a failed challenge is -1, whatever made it fail. */
const authenticationFields = ({ outcome, md_status, eci, cavv, xid }: Authentication): Fields => {
  const isPassed = outcome === 'ok' || outcome === 'attempt'
  return {
    PayerTxnId: xid,
    PayerAuthenticationCode: cavv,
    Eci: eci,
    RequestStat: isPassed ? '1,3,5' : '1,4,5',
    IrcDet: isPassed ? '' : AUTHORIZE_ERROR,
    IrcCode: isPassed ? '' : 'MR15',
    CavvAlg: isPassed ? '2' : '',
    ParesVerified: 'true',
    ParesSyntaxOk: String(isPassed),
    D3Stat: isPassed ? 'Y' : 'N',
    '3DStatus': isPassed ? md_status : '-1',
    TxnStatus: 'N',
    TxnResult: 'Failed',
    ProcReturnCode: isPassed ? 'V033' : 'V034',
    ErrMsg: isPassed ? '3D Kullanıcı Doğrulama Adımı Başarılı' : '3D Kullanıcı Doğrulama Adımı Başarısız',
  }
}
const AUTHORIZE_ERROR = '3D Secure Authorize Error'

const isGood = ({ outcome }: Authentication): boolean => outcome === 'ok' || outcome === 'attempt'

const errorFields = (charged: Charge | undefined): Fields =>
  charged === undefined ? { ProcReturnCode: 'MR15', ErrMsg: AUTHORIZE_ERROR } : chargeFields(charged)

const chargeFields = (charged: Charge | undefined): Fields => {
  if (charged === undefined) return {}
  if (charged.kind === 'refused') {
    const [code, text] = REFUSALS[charged.refusal]
    return { RequestStat: '1,3,10,5', ProcReturnCode: code, ErrMsg: text }
  }
  const { code, references } = charged
  const said = bankAnswer(code)
  const isApproved = code === '00'
  return {
    RequestStat: '1,3,10,5',
    TxnStatus: isApproved ? 'Y' : 'N',
    TxnResult: isApproved ? 'Success' : 'Failed',
    AuthCode: isApproved ? references.auth_code : '',
    HostRefNum: references.host_reference,
    F37: references.host_reference,
    RRN: references.host_reference,
    ProcReturnCode: said.code,
    ErrMsg: said.text,
  }
}
