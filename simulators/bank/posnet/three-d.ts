/** The three calls of a payment with 3D Secure: sealing it, reading what the browser brought back, charging it. */
import { violate } from '../acquirer/api-route.ts'
import type { AuthenticatedCard } from '../acquirer/charge.ts'
import { isProven } from '../acs/authentication.ts'
import type { Bank } from '../bank-parts.ts'
import { toKey } from '../ledger/books.ts'
import type { Work } from '../wire/serve.ts'
import type { Pair } from '../wire/xml.ts'
import { cardOfMask } from '../world/cards.ts'
import type { PosnetMerchant } from '../world/merchants.ts'
import { type GatewayRefusal, refusedAnswer, xml } from './answer.ts'
import { chargeAnswer, readTerms } from './charge.ts'
import { currencyLetters, installmentDigits, isCvc, isXid, parseExpiry } from './fields.ts'
import { computeMac } from './hash.ts'
import { isSigned, open, type SealedCard, type SealedOrder, type SealedResult, seal, signPackets } from './packet.ts'
import type { PosnetRequest } from './read-request.ts'

const TYPES: Readonly<Record<string, SealedOrder['operation']>> = { Sale: 'sale', Auth: 'preauth' }

/** oosRequestData. Nothing is kept: the packets hold all of it. */
export const sealWork =
  (bank: Bank, read: PosnetRequest): Work =>
  (_effect, extra) => {
    const order = readOrder(bank, read)
    if (!('xid' in order)) return refusedAnswer(order.refusal, extra)
    const { ccno = '', expDate = '', cvc = '' } = read.fields
    const expiry = parseExpiry(expDate)
    if (!expiry) return refusedAnswer({ packet: 'expDate' }, extra)
    if (!isCvc(cvc)) return refusedAnswer({ packet: 'cvc' }, extra)
    const card: SealedCard = { number: ccno, ...expiry, cvv: cvc }
    const { storeKey } = read.merchant
    const [data1, data2] = [seal(order, storeKey), seal(card, storeKey)]
    const content: Pair[] = [
      ['data1', data1],
      ['data2', data2],
      ['sign', signPackets(data1, data2, storeKey)],
    ]
    return {
      text: xml(
        [
          ['approved', '1'],
          ['oosRequestDataResponse', content],
        ],
        extra,
      ),
      booked: false,
    }
  }

const readOrder = (
  { ledger }: Bank,
  { fields, merchant, orderId }: PosnetRequest,
): SealedOrder | { readonly refusal: GatewayRefusal } => {
  const { posnetid, XID = '', tranType = '' } = fields
  if (posnetid !== merchant.posnetId) return { refusal: 'wrong_terminal' }
  if (!isXid(XID)) return { refusal: 'bad_xid' }
  const operation = Object.hasOwn(TYPES, tranType) ? TYPES[tranType] : undefined
  if (operation === undefined) return { refusal: { packet: 'tranType' } }
  const terms = readTerms(fields)
  if (!('amount' in terms)) return terms
  if (ledger.books.orders.has(toKey(merchant.id, orderId))) return { refusal: 'order_used' }
  return { xid: XID, operation, ...terms }
}

const RESOLVED: readonly Pair[] = [
  ['approved', '1'],
  ['respCode', ''],
  ['respText', ''],
]

/** oosResolveMerchantData: the caller proves that it knows the payment, and the response proves that the bank sends it. */
export const resolveWork =
  (_bank: Bank, { fields, merchant, result }: PosnetRequest): Work =>
  (_effect, extra) => {
    const { bankData = '', merchantData = '', sign = '', mac = '' } = fields
    const { storeKey } = merchant
    const told = open<SealedResult>(merchantData, storeKey)
    const isTheirs = told && result && isSigned(sign, merchantData, bankData, storeKey)
    if (!isTheirs || mac !== resultMac(told, merchant)) return refusedAnswer('wrong_mac', extra)
    const { xid, amount, currency, installments, mdStatus, txStatus, message } = told
    const content: Pair[] = [
      ['xid', xid],
      ['amount', String(amount)],
      ['currency', currencyLetters(currency)],
      ['installment', installmentDigits(installments)],
      ['point', '0'],
      ['pointAmount', '0'],
      ['txStatus', txStatus],
      ['mdStatus', mdStatus],
      ['mdErrorMessage', message],
      ['mac', resultMac(told, merchant, mdStatus)],
    ]
    return { text: xml([...RESOLVED, ['oosResolveMerchantDataResponse', content]], extra), booked: false }
  }

const resultMac = ({ xid, amount, currency }: SealedResult, merchant: PosnetMerchant, first?: string): string =>
  computeMac(
    { xid, amount: String(amount), currency: currencyLetters(currency), merchantId: merchant.merchantId },
    { encKey: merchant.storeKey, terminalId: merchant.id },
    first,
  )

/** oosTranData. The bank leaves it to the merchant whether a failed challenge is enough; this one counts it. */
export const tranWork =
  (bank: Bank, read: PosnetRequest): Work =>
  (effect, extra) => {
    const { fields, merchant, orderId, result } = read
    if (!result || fields.mac !== resultMac(result, merchant)) return refusedAnswer('wrong_mac', extra)
    if (!isPlainAmount(fields.wpAmount ?? '')) return refusedAnswer({ packet: 'wpAmount' }, extra)
    const card = challengedCard(bank, result)
    if (!card) return refusedAnswer('not_challenged', extra)
    if (!isProven(result.mdStatus)) violate(bank, { merchant: merchant.id, orderId }, 'charged_without_authentication')
    bank.ledger.commit({ kind: 'session_step', id: card.session, step: 'used' })
    const { operation, amount, currency, installments } = result
    const terms = { amount, currency, installments }
    // A refusal has no key to put in front.
    const proof = (hostLogKey: string): readonly Pair[] => [['mac', resultMac(result, merchant, hostLogKey)]]
    return chargeAnswer(bank, read, { operation, terms, card, effect, extra, proof })
  }

/** Points are not used here. */
const isPlainAmount = (text: string): boolean => /^0*$/.test(text)

const challengedCard = ({ ledger }: Bank, { session: id }: SealedResult): AuthenticatedCard | undefined => {
  const session = ledger.books.sessions.get(id)
  const issued = session && cardOfMask(session.card)
  return session?.result && issued ? { issued, badCvv: session.bad_cvv, session: session.id } : undefined
}
