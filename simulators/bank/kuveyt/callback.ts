/** AuthenticationResponse: what Kuveyt Türk posts back after a challenge, XML that is encoded for an address. */
import type { Authentication } from '../acs/authentication.ts'
import type { Fields, ThreeDAdapter } from '../acs/three-d-adapter.ts'
import type { Bank } from '../bank-parts.ts'
import type { Session } from '../ledger/books.ts'
import type { Pair } from '../wire/xml.ts'
import { KUVEYT_MERCHANTS } from '../world/merchants.ts'
import { businessKey, messagePair, NO_TIME, ofVersion, referenceId } from './answer.ts'
import { answerHash } from './hash.ts'
import { ofChallenge } from './order-number.ts'
import { toMd } from './session.ts'
import { NIL, writeContract } from './xml.ts'

export const kuveytAdapter: ThreeDAdapter = {
  merchant: (id) => KUVEYT_MERCHANTS.get(id),
  fields: (bank, session, authentication, _charged, amount) => ({
    AuthenticationResponse: contractXml(bank, session, authentication, amount),
  }),
  sign: (fields, password) => ({
    ...fields,
    AuthenticationResponse: encodeXml(signXml(fields.AuthenticationResponse ?? '', password)),
  }),
}

/** ResponseCode and ResponseMessage of endings: those of 3-D Secure 2 have one code. */
const saidOf = ({ outcome, md_status }: Authentication): readonly [code: string, text: string] => {
  if (md_status > '4') return ['888', outcome === 'invalid' ? 'CARDRANGE_NOT_FOUND' : UNAVAILABLE[md_status]!]
  if (outcome === 'ok' || outcome === 'attempt') return ['00', 'Kart doğrulandı.']
  return ['888', outcome === 'refused' ? 'TRANSACTION_REJECTED' : 'NOT_AUTHENTICATED']
}
const UNAVAILABLE: Readonly<Record<string, string>> = {
  5: 'AUTHENTICATION_COULD_NOT_PERFORMED',
  6: 'TDS_SYSTEM_ERROR',
  7: 'SYSTEM_ERROR',
  8: 'CARDRANGE_NOT_FOUND',
}

/** Only a passed challenge has MD, and the hash takes the place of HASH. */
const contractXml = (bank: Bank, session: Session, authentication: Authentication, amount: number): string => {
  const [code, text] = saidOf(authentication)
  const orderNumber = ofChallenge(bank.seed, session.id)
  const isPassed = code === '00'
  const merchant = KUVEYT_MERCHANTS.get(session.merchant)!
  const echoed = {
    orderNumber,
    okUrl: session.ok_url,
    failUrl: session.fail_url,
    card: session.card,
    batch: bank.ledger.books.batch,
    installments: session.installments,
    amount,
    merchantOrderId: session.order_id,
    currency: session.currency,
    security: '3',
  } as const
  return writeContract([
    ...(isPassed ? [messagePair(merchant, echoed)] : []),
    ['IsEnrolled', 'true'],
    ['IsVirtual', 'false'],
    ['ResponseCode', code],
    ['ResponseMessage', text],
    ['OrderId', isPassed ? orderNumber : '0'],
    ['TransactionTime', NO_TIME],
    ['MerchantOrderId', session.order_id],
    ...(isPassed
      ? ([
          ['HashData', HASH],
          ['MD', toMd(bank.seed, session.id)],
        ] satisfies Pair[])
      : []),
    ...ofVersion(merchant, [
      ['ReferenceId', referenceId(bank)],
      ['MerchantId', isPassed ? NIL : session.merchant],
    ]),
    ['BusinessKey', isPassed ? businessKey(bank) : '0'],
  ])
}

const HASH = '@hash'

/** The hash is over the last element of each name: the ones outside of VPosMessage. */
const signXml = (xml: string, password: string): string => {
  const outside = xml.replace(/<VPosMessage>.*<\/VPosMessage>/s, '')
  const value = (name: string): string => new RegExp(`<${name}>([^<]*)<`).exec(outside)?.[1] ?? ''
  const [merchantOrderId, code, orderId] = ['MerchantOrderId', 'ResponseCode', 'OrderId'].map(value)
  const hash = answerHash({ merchantOrderId: merchantOrderId!, code: code!, orderId: orderId! }, password)
  return xml.replace(`<HashData>${HASH}<`, () => `<HashData>${hash}<`)
}

/** Encodes in the manner of the bank's programs: a plus for a blank, and small letters of hexadecimal digits. */
export const encodeXml = (xml: string): string =>
  encodeURIComponent(xml)
    .replaceAll('%20', '+')
    .replaceAll('~', '%7e')
    .replaceAll("'", '%27')
    .replaceAll(/%[0-9A-F]{2}/g, (each) => each.toLowerCase())

export const refusedFields = (xml: string): Fields => ({ AuthenticationResponse: encodeXml(xml) })
