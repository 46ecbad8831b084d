/** The address to which a shopper's browser brings the form, for both gateways: read, hash, fault, refusal, session. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { violate } from '../acquirer/api-route.ts'
import { bringUpToDate } from '../acquirer/bank-day.ts'
import type { Bank } from '../bank-parts.ts'
import type { Protocol } from '../ledger/facts.ts'
import type { Charset } from '../wire/charset.ts'
import { BadForm, type Form, readForm } from '../wire/form.ts'
import { strikesGateway } from '../wire/serve.ts'
import { findCard, maskCard } from '../world/cards.ts'
import { type ChallengeRefusal, enter, findChallengeRefusal, type GatewayForm } from './gateway-form.ts'
import { returnPage } from './pages.ts'
import { send, type Visitor } from './routes.ts'
import { choosePageLanguage } from './texts.ts'
import type { Fields, ThreeDAdapter } from './three-d-adapter.ts'

/** The response is 400, because the addresses in the form cannot be trusted. */
export interface GatewayFault {
  readonly fault: string
  readonly violation?: string
}

export interface ThreeDGateway {
  readonly path: string
  readonly name: Protocol
  readonly adapter: ThreeDAdapter
  /** If absent, the form itself states it. */
  readonly charset?: Charset
  whose(posted: Form): { merchant: string; orderId: string }
  read(posted: Form): GatewayForm | GatewayFault
  /** Returns the fields posted back if there is no challenge, signed if the gateway signs them. */
  refusedFields(form: GatewayForm, refusal: ChallengeRefusal, bank: Bank): Fields
}

export const gatewayRoute = (server: FastifyInstance, bank: Bank, gateway: ThreeDGateway): void => {
  server.post(gateway.path, gatewayHandler(bank, gateway))
}

/** For an address that merchants' programs call, too. */
export const gatewayHandler =
  (bank: Bank, gateway: ThreeDGateway) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    bringUpToDate(bank.ledger)
    const visitor: Visitor = { request, reply, language: choosePageLanguage(request.headers['accept-language']) }
    const posted = formIn(request.body as Buffer, gateway.charset)
    if (typeof posted === 'string') return reply.code(400).type(TEXT).send(`${posted}\n`)
    const whose = gateway.whose(posted)
    const form = gateway.read(posted)
    const keep = (answer: string): void => keepVisit(bank, gateway.path, whose, posted, answer)
    if ('fault' in form) {
      if (form.violation !== undefined) violate(bank, whose, form.violation)
      keep(form.fault)
      return reply.code(400).type(TEXT).send(`${form.fault}\n`)
    }
    if (await strikesGateway(bank, reply, toCall(gateway, form))) return
    if (findCard(form.card.number)?.code === '500') return reply.code(500).type(TEXT).send('the bank is not well\n')
    const refusal = findChallengeRefusal(bank, form)
    keep(refusal ?? 'a session')
    return refusal ? refuse(bank, gateway, visitor, form, refusal) : enter(bank, gateway.adapter, form, visitor)
  }

const TEXT = 'text/plain; charset=utf-8'

const formIn = (body: Buffer, charset: Charset | undefined): Form | string => {
  try {
    return readForm(body, charset)
  } catch (error) {
    if (error instanceof BadForm) return error.message
    throw error
  }
}

interface Whose {
  readonly merchant: string
  readonly orderId: string
}

const toCall = ({ path, name }: ThreeDGateway, { merchant, orderId, card, amount }: GatewayForm) => ({
  path,
  request: '',
  face: name,
  merchant: merchant.id,
  order_id: orderId,
  operation: 'gate',
  card: maskCard(card.number),
  amount,
})

/** Stores the exchange, masked like every other call. */
const keepVisit = ({ exchanges, ledger }: Bank, path: string, whose: Whose, posted: Form, answer: string): void =>
  exchanges.keep({
    at: new Date(ledger.now()).toISOString(),
    path,
    merchant: whose.merchant,
    order_id: whose.orderId,
    operation: 'gate',
    request: Object.entries(posted)
      .map(([name, value]) => `${name}=${value}`)
      .join('&'),
    answer,
  })

const refuse = async (
  bank: Bank,
  gateway: ThreeDGateway,
  visitor: Visitor,
  form: GatewayForm,
  refusal: ChallengeRefusal,
): Promise<unknown> => {
  await bank.ledger.durable()
  const fields = gateway.refusedFields(form, refusal, bank)
  if (visitor.request.headers.accept?.includes('application/json'))
    return visitor.reply.send({ action: form.failUrl, method: 'POST', fields })
  return send(visitor, returnPage(form.failUrl, fields, visitor.language, TEXTS_OF[refusal]))
}

const TEXTS_OF: Readonly<Record<ChallengeRefusal, string>> = {
  merchant_suspended: 'The merchant is closed.',
  no_3d: 'The merchant has no 3D Secure.',
  preauth_not_allowed: 'The merchant may not pre-authorize.',
  currency_not_allowed: 'The merchant may not use this currency.',
  card_format: 'The card number is not valid.',
  card_expired: 'The card has expired.',
  installment_not_allowed: 'The number of installments is not acceptable.',
  order_used: 'The order number has been used already.',
  random_used: 'The random value has been used already.',
}

/** The gateway's texts for it, in English as at real gateways. */
export const refusalText = (refusal: ChallengeRefusal): string => TEXTS_OF[refusal]
