/**
 * Fields that Garanti posts back after a challenge. Their hash covers the fields listed in hashparams, which do not
 * include the amount.
 */
import type { Charge } from '../acquirer/charge.ts'
import { deriveRandom } from '../acs/authentication.ts'
import type { Fields, ThreeDAdapter } from '../acs/three-d-adapter.ts'
import { GARANTI_MERCHANTS } from '../world/merchants.ts'
import { bankAnswer, REFUSALS } from './answer.ts'
import { CALLBACK_PARAMETERS, callbackHash, callbackValues } from './hash.ts'

export const garantiAdapter: ThreeDAdapter = {
  merchant: (id) => GARANTI_MERCHANTS.get(id),
  fields: (bank, session, { md_status, message, eci, cavv, xid, md }, charged, amount) => ({
    ...session.echo,
    txnamount: String(amount),
    clientid: session.merchant,
    oid: session.order_id,
    rnd: deriveRandom(bank.seed, session.id),
    mdstatus: md_status,
    mderrormessage: toldOf(md_status, message),
    ...NOT_TOLD,
    version: '',
    xid,
    eci,
    cavv,
    md,
    MaskedPan: maskShort(session.card),
    transid: session.order_id,
    ...(session.model === '3d_pay' ? chargeFields(toldOf(md_status, message), charged) : NOT_CHARGED),
  }),
  sign: (fields, storeKey) => ({
    ...fields,
    hashparams: CALLBACK_PARAMETERS,
    hashparamsval: callbackValues(fields, CALLBACK_PARAMETERS),
    hash: callbackHash(fields, CALLBACK_PARAMETERS, storeKey),
  }),
}

/** A failed authentication has no explanation. */
const toldOf = (mdStatus: string, message: string): string => (mdStatus === '0' ? '' : message)

/** Fields of version 2 of 3D Secure. */
const NOT_TOLD = Object.fromEntries(
  'txnstatus paressyntaxok paresverified ireqcode ireqdetail vendorcode cavvalgorithm garanticardind'
    .split(' ')
    .map((name) => [name, '']),
)

/** Masks as 454671***7894. */
const maskShort = (card: string): string => `${card.slice(0, 6)}***${card.slice(-4)}`

/** All fields of the list are present in every model, and empty if there is no value. */
const NOT_CHARGED = { response: '', procreturncode: '', authcode: '', hostrefnum: '', errmsg: '', hostmsg: '' }

/** Sent for a refused charge: one space, which is also part of the hash. */
const NO_NUMBER = ' '

const chargeFields = (message: string, charged: Charge | undefined): Fields => {
  const nothing = { authcode: NO_NUMBER, hostrefnum: '' }
  if (charged === undefined) return { ...NOT_CHARGED, response: 'Error', errmsg: message, hostmsg: '' }
  if (charged.kind === 'refused') {
    const [code, reason, text] = REFUSALS[charged.refusal]
    return { ...nothing, response: 'Error', procreturncode: code, errmsg: `ErrorId: ${reason}`, hostmsg: text }
  }
  const { code, references } = charged
  const said = bankAnswer(code)
  return {
    response: code === '00' ? 'Approved' : 'Declined',
    procreturncode: said.code,
    authcode: code === '00' ? references.auth_code : NO_NUMBER,
    hostrefnum: references.host_reference,
    errmsg: said.system,
    hostmsg: said.error,
  }
}
