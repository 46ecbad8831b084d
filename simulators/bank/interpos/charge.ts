/** Auth and PreAuth, with the card or with the proof of a challenge. */
import { violate } from '../acquirer/api-route.ts'
import { type AuthenticatedCard, charge, type PlainCard, type Terms } from '../acquirer/charge.ts'
import { BAD_CVVS } from '../acquirer/script.ts'
import { provenCard } from '../acs/proof.ts'
import type { Bank } from '../bank-parts.ts'
import type { ChargeOperation } from '../ledger/facts.ts'
import { parseDecimal } from '../wire/money.ts'
import type { Work } from '../wire/serve.ts'
import { isOrderId, parseCurrency, parseExpiry } from '../wire/terms.ts'
import { answeredText, refusedAnswer } from './answer.ts'
import { HOLDER, parseInstallmentCount } from './fields.ts'
import type { InterposRequest } from './read-request.ts'
import type { GatewayRefusal } from './refusals.ts'

export const chargeWork =
  (bank: Bank, read: InterposRequest, operation: ChargeOperation): Work =>
  (effect, extra) => {
    const { merchant, orderId, fields } = read
    const terms = readTerms(read)
    if (typeof terms === 'string') return refusedAnswer(bank, fields, terms, extra)
    const card = isAuthenticated(read) ? provenBy(bank, read, { ...terms, operation }) : cardIn(read)
    if (typeof card === 'string') return refusedAnswer(bank, fields, card, extra)
    if ('session' in card) bank.ledger.commit({ kind: 'session_step', id: card.session, step: 'used' })
    const result = charge(bank.ledger, bank.seed, { merchant, orderId, operation, ...terms, card }, effect)
    if (result.kind === 'refused') return refusedAnswer(bank, fields, result.refusal, extra)
    const { code, references, script, booked } = result
    const { amount } = terms
    return { text: answeredText(bank, fields, { code, references, amount, holder: HOLDER, extra }), booked, script }
  }

export const isAuthenticated = ({ fields }: InterposRequest): boolean => fields.MD !== undefined

const MAIL_ORDER = '1'

const readTerms = ({ fields, orderId }: InterposRequest): Terms | GatewayRefusal => {
  const { orgOrderId = '', MOTO = '0', PurchAmount = '', Currency = '', InstallmentCount = '' } = fields
  if (!isOrderId(orderId) || orgOrderId !== '') return 'bad_order_id'
  if (MOTO !== '0' && MOTO !== MAIL_ORDER) return 'bad_moto'
  const amount = parseDecimal(PurchAmount)
  if (amount === undefined) return 'bad_amount'
  const currency = parseCurrency(Currency)
  if (currency === undefined) return 'bad_currency'
  const installments = parseInstallmentCount(InstallmentCount)
  return installments === undefined ? 'bad_installments' : { amount, currency, installments }
}

/** Only a mail order has no card code. */
const cardIn = ({ fields }: InterposRequest): PlainCard | GatewayRefusal => {
  const { Cvv2 = '', MOTO, Expiry = '', Pan = '' } = fields
  if (Cvv2 === '' && MOTO !== MAIL_ORDER) return 'cvv_missing'
  const expiry = parseExpiry(Expiry)
  if (!expiry) return 'expiry_missing'
  return { number: Pan, ...expiry, badCvv: BAD_CVVS.has(Cvv2) }
}

/** PayerTxnId has to be what was posted back, which most versions of the gateway leave empty. */
const provenBy = (
  bank: Bank,
  { merchant, orderId, fields }: InterposRequest,
  charged: Terms & { readonly operation: ChargeOperation },
): AuthenticatedCard | GatewayRefusal => {
  const whose = { merchant: merchant.id, orderId }
  const { MD = '', PayerTxnId = '', Eci = '', PayerAuthenticationCode = '', Pan, Expiry, Cvv2 } = fields
  if (Pan !== undefined || Expiry !== undefined || Cvv2 !== undefined) {
    violate(bank, whose, Cvv2 === undefined ? 'card_in_follow_up' : 'card_code_sent_again')
    return 'card_in_follow_up'
  }
  const result = bank.ledger.books.sessions.get(MD.split(':')[1] ?? '')?.result
  const isPosted = result !== undefined && PayerTxnId === (result.fields.PayerTxnId ?? '')
  const proof = { md: MD, xid: isPosted ? result.xid : '', eci: Eci, cavv: PayerAuthenticationCode }
  return provenCard(bank, { ...whose, ...charged }, proof)
}
