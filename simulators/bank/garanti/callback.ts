/** What Garanti posts back after a challenge; its hash covers the fields listed in hashparams; the amount is not among them. */
import type { Charge } from '../acquirer/charge.ts'
import { randomOf } from '../acs/authentication.ts'
import type { Fields, ThreeDAdapter } from '../acs/three-d-adapter.ts'
import type { Bank } from '../bank-parts.ts'
import { stamp } from '../wire/bank-time.ts'
import { GARANTI_MERCHANTS } from '../world/merchants.ts'
import { bankAnswer, REFUSALS } from './answer.ts'
import { CALLBACK_PARAMETERS, callbackHash, callbackValues } from './hash.ts'

export const garantiAdapter: ThreeDAdapter = {
  merchant: (id) => GARANTI_MERCHANTS.get(id),
  fields: (bank, session, { md_status, status, message, eci, cavv, xid, md }, charged, amount) => ({
    ...session.echo,
    txnamount: String(amount),
    clientid: session.merchant,
    oid: session.order_id,
    rnd: randomOf(bank.seed, session.id),
    mdstatus: md_status,
    mderrormessage: message,
    txnstatus: status,
    xid,
    eci,
    cavv,
    md,
    maskedcreditcard: session.card,
    ...(session.model === '3d_pay' ? chargeFields(bank, message, charged) : NOT_CHARGED),
  }),
  sign: (fields, storeKey) => ({
    ...fields,
    hashparams: CALLBACK_PARAMETERS,
    hashparamsval: callbackValues(fields, CALLBACK_PARAMETERS),
    hash: callbackHash(fields, CALLBACK_PARAMETERS, storeKey),
  }),
}

/** All fields of the list are there in every model, empty where there is no value. */
const NOT_CHARGED = { response: '', procreturncode: '', authcode: '', hostrefnum: '', transid: '', errmsg: '' }

/** Of a charge that was refused: one space, in the hash too. */
const NO_NUMBER = ' '

const chargeFields = ({ ledger }: Bank, message: string, charged: Charge | undefined): Fields => {
  const nothing = { authcode: NO_NUMBER, hostrefnum: '', transid: '' }
  if (charged === undefined) return { ...NOT_CHARGED, response: 'Error', errmsg: message }
  if (charged.kind === 'refused') {
    const [code, reason, text] = REFUSALS[charged.refusal]
    return { ...nothing, response: 'Error', procreturncode: code, reasoncode: reason, errmsg: text }
  }
  const { code, references } = charged
  const said = bankAnswer(code)
  return {
    response: code === '00' ? 'Approved' : 'Declined',
    procreturncode: said.code,
    authcode: code === '00' ? references.auth_code : NO_NUMBER,
    hostrefnum: references.host_reference,
    transid: references.transaction_id,
    errmsg: said.system,
    provdate: stamp(ledger.now()),
  }
}
