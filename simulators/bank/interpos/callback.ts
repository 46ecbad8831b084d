/**
 * Fields that InterPOS posts back after a challenge: always the same ones, with 3DPay filled by the authorization. The hash
 * has the amount and mdStatus among its values, and neither 3DStatus nor the proof.
 */
import type { Charge } from '../acquirer/charge.ts'
import type { Authentication } from '../acs/authentication.ts'
import type { GatewayForm } from '../acs/gateway-form.ts'
import type { Fields, ThreeDAdapter } from '../acs/three-d-adapter.ts'
import type { Bank } from '../bank-parts.ts'
import { stampDots } from '../wire/bank-time.ts'
import { decimal } from '../wire/money.ts'
import { currencyNumber } from '../wire/terms.ts'
import { maskCard } from '../world/cards.ts'
import { INTERPOS_MERCHANTS } from '../world/merchants.ts'
import { HOLDER, withComma } from './fields.ts'
import { signed } from './hash.ts'
import { type GatewayRefusal, type Said, toRefused, toSaid } from './refusals.ts'

export const interposAdapter: ThreeDAdapter = {
  merchant: (id) => INTERPOS_MERCHANTS.get(id),
  fields: (bank, session, authentication, charged, amount) => {
    const isPassed = authentication.outcome === 'ok' || authentication.outcome === 'attempt'
    const isOther = INTERPOS_MERCHANTS.get(session.merchant)?.answersFailures === true
    const fields = record({
      ShopCode: session.merchant,
      Pan: session.card,
      OrderId: session.order_id,
      PurchAmount: withComma(amount === session.amount ? session.echo.PurchAmount! : decimal(amount)),
      Currency: currencyNumber(session.currency),
      OkUrl: session.ok_url,
      FailUrl: session.fail_url,
      ...authenticationFields(authentication, isPassed, isOther),
      ...(charged === undefined ? {} : chargeFields(bank, charged)),
    })
    return isOther ? { ...fields, ...OF_PAGE } : fields
  },
  sign: signed,
}

const RECORD =
  `Version MerchantID ShopCode TxnStat MD RetCode RetDet VenderCode Eci PayerAuthenticationCode PayerTxnId CavvAlg
  PAResVerified PAResSyntaxOK Expiry Pan OrderId PurchAmount Exponent Description Description2 Currency OkUrl FailUrl 3DStatus
  AuthCode HostRefNum TransId TRXDATE CardHolderName mdStatus ProcReturnCode TxnResult ErrorMessage ErrorCode Response`.split(
    /\s+/,
  )

/** Fields of the bank's own page, which some of its pages post along. */
const OF_PAGE = { __EVENTTARGET: '', __EVENTARGUMENT: '' }

/** In the order of the bank; what is not named is empty. */
const record = (members: Fields): Fields =>
  Object.fromEntries(RECORD.map((name) => [name, name === 'Expiry' ? '****' : (members[name] ?? '')]))

/** Builds the fields of a form that was refused, before any challenge. */
export const refusedFields = (form: GatewayForm, refusal: GatewayRefusal): Fields =>
  signed(
    record({
      ShopCode: form.merchant.id,
      Pan: maskCard(form.card.number),
      OrderId: form.orderId,
      PurchAmount: withComma(form.echo.PurchAmount!),
      Currency: currencyNumber(form.currency),
      OkUrl: form.okUrl,
      FailUrl: form.failUrl,
      ...UNPROVEN,
      TxnStat: 'N',
      '3DStatus': '0',
      mdStatus: '0',
      ...errorFields(toRefused(refusal)),
    }),
    refusal === 'merchant_suspended' ? NO_KEY : form.merchant.storeKey,
  )

/** The bank hashes without the merchant's password what it posts back for a terminal that is switched off. */
const NO_KEY = ''

const UNPROVEN = { PAResVerified: 'False', PAResSyntaxOK: 'False' }

const errorFields = ({ code, errorCode, text }: Said): Fields => ({
  ProcReturnCode: code,
  ErrorMessage: text,
  ErrorCode: errorCode,
})

/** A gateway of another version names the transaction of the challenge, and answers a failed one like a charge. */
const authenticationFields = (
  { status, md_status, message, md, eci, cavv, xid }: Authentication,
  isPassed: boolean,
  isOther: boolean,
): Fields => ({
  TxnStat: status,
  '3DStatus': md_status,
  mdStatus: md_status,
  PayerTxnId: isOther ? xid : '',
  ...(isPassed
    ? { MD: md, Eci: eci, PayerAuthenticationCode: cavv, PAResVerified: 'True', PAResSyntaxOK: 'True' }
    : { ...UNPROVEN, ErrorMessage: message, ...(isOther ? DECLINED : {}) }),
})

const DECLINED = { ...errorFields(toSaid('05')), TxnResult: 'Failed', Response: 'Declined' }

const chargeFields = ({ ledger }: Bank, charged: Charge): Fields => {
  if (charged.kind === 'refused')
    return { ...errorFields(toRefused(charged.refusal)), TxnResult: 'Failed', Response: 'Error' }
  const { code, references } = charged
  const isApproved = code === '00'
  return {
    ...errorFields(toSaid(code)),
    AuthCode: isApproved ? references.auth_code : '',
    HostRefNum: references.host_reference,
    TransId: references.transaction_id,
    TRXDATE: stampDots(ledger.now()),
    CardHolderName: isApproved ? HOLDER : '',
    TxnResult: isApproved ? 'Success' : 'Failed',
    Response: isApproved ? 'Approved' : 'Declined',
  }
}
