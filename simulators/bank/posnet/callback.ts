/** Fields that PosNet posts back after a challenge: sealed packets with their signature, and unsigned texts about them. */
import type { Authentication } from '../acs/authentication.ts'
import type { Fields, ThreeDAdapter } from '../acs/three-d-adapter.ts'
import type { Session } from '../ledger/books.ts'
import { POSNET_MERCHANTS, type PosnetMerchant } from '../world/merchants.ts'
import { type SealedResult, seal, signPackets } from './packet.ts'

export const posnetAdapter: ThreeDAdapter = {
  merchant: (id) => POSNET_MERCHANTS.get(id),
  fields: (_bank, session, { md_status, status, message }, _charged, amount) =>
    packets(session, POSNET_MERCHANTS.get(session.merchant) as PosnetMerchant, {
      session: session.id,
      amount,
      mdStatus: md_status,
      txStatus: status,
      message: told(md_status, message),
    }),
  sign: (fields, storeKey) => ({
    ...fields,
    Sign: signPackets(fields.MerchantPacket ?? '', fields.BankPacket ?? '', storeKey),
  }),
}

const told = (mdStatus: string, message: string): Authentication['message'] => (mdStatus === '1' ? '' : message)

type Challenged = Pick<Session, 'order_id' | 'operation' | 'currency' | 'installments' | 'card'>
type Told = Pick<SealedResult, 'session' | 'amount' | 'mdStatus' | 'txStatus' | 'message'>

/** Returns the fields without the signature. */
export const packets = (
  { order_id, operation, currency, installments, card }: Challenged,
  { storeKey, merchantId }: PosnetMerchant,
  result: Told,
): Fields => {
  const xid = order_id.slice('TDS_'.length)
  const content: SealedResult = { ...result, xid, operation, currency, installments }
  return {
    MerchantPacket: seal({ ...content, of: 'merchant' }, storeKey),
    BankPacket: seal({ ...content, of: 'bank' }, storeKey),
    CCPrefix: card.slice(0, 6),
    TranType: operation === 'sale' ? 'Sale' : 'Auth',
    Amount: String(result.amount),
    Xid: xid,
    MerchantId: merchantId,
  }
}
