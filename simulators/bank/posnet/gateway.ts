/** POST /posnet/3DSWebService/YKBPaymentService: the form with the sealed packets that the shopper's browser brings. */
import { type ChallengeRefusal, type GatewayForm, isHttp } from '../acs/gateway-form.ts'
import { type GatewayFault, refusalText, type ThreeDGateway } from '../acs/gateway-route.ts'
import type { Form } from '../wire/form.ts'
import { maskCard } from '../world/cards.ts'
import { POSNET_MERCHANTS } from '../world/merchants.ts'
import { packets, posnetAdapter } from './callback.ts'
import { orderOfXid } from './fields.ts'
import { isSigned, open, type SealedCard, type SealedOrder } from './packet.ts'

/** The gateway says "the merchant is not registered", "unknown card number", and of everything else "system error". */
const MD_STATUS: Partial<Readonly<Record<ChallengeRefusal, string>>> = { no_3d: '9', card_format: '8' }
const SYSTEM_ERROR = '7'

const URL_LENGTH_MAX = 255

export const posnetGateway: ThreeDGateway = {
  path: '/posnet/3DSWebService/YKBPaymentService',
  name: 'posnet',
  adapter: posnetAdapter,
  whose(posted) {
    const form = readForm(posted)
    return 'fault' in form ? { merchant: '', orderId: '' } : { merchant: form.merchant.id, orderId: form.orderId }
  },
  read: readForm,
  refusedFields(form, refusal) {
    const merchant = POSNET_MERCHANTS.get(form.merchant.id)!
    const { orderId: order_id, operation, amount, currency, installments } = form
    const mdStatus = MD_STATUS[refusal] ?? SYSTEM_ERROR
    const message = refusal === 'no_3d' ? 'None 3D - Secure Transaction' : refusalText(refusal)
    const challenged = { order_id, operation, currency, installments, card: maskCard(form.card.number) }
    const fields = packets(challenged, merchant, { session: '', amount, mdStatus, txStatus: 'N', message })
    return posnetAdapter.sign(fields, merchant.storeKey)
  },
}

/** Nothing in an unreadable form can be trusted, so the shopper stays on a page of the bank. */
function readForm(posted: Form): GatewayForm | GatewayFault {
  const { mid = '', posnetID = '', posnetData = '', posnetData2 = '', digest = '', merchantReturnURL = '' } = posted
  const merchant = [...POSNET_MERCHANTS.values()].find((each) => each.posnetId === posnetID && each.merchantId === mid)
  if (!merchant) return { fault: '0148: no such merchant' }
  const order = open<SealedOrder>(posnetData, merchant.storeKey)
  const card = open<SealedCard>(posnetData2, merchant.storeKey)
  if (!order || !card || !isSigned(digest, posnetData, posnetData2, merchant.storeKey))
    return { fault: 'the digest is not that of the data', violation: 'wrong_hash' }
  if (merchantReturnURL.length > URL_LENGTH_MAX || !isHttp(merchantReturnURL))
    return { fault: 'merchantReturnURL is http or https, of 255 characters at most' }
  const { xid, ...terms } = order
  return {
    merchant,
    orderId: orderOfXid(xid),
    model: '3d',
    ...terms,
    card,
    random: '',
    okUrl: merchantReturnURL,
    failUrl: merchantReturnURL,
    echo: {},
  }
}
