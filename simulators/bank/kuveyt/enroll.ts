/** ThreeDModelPayGate: the card and the terms, answered by the page that begins the challenge. */
import { createSession, findChallengeRefusal, type GatewayForm, isHttp } from '../acs/gateway-form.ts'
import type { Bank } from '../bank-parts.ts'
import type { Form } from '../wire/form.ts'
import type { Answer, Work } from '../wire/serve.ts'
import { readTexts } from '../wire/xml.ts'
import { findCard } from '../world/cards.ts'
import { referenceId, refusedXml } from './answer.ts'
import { encodeXml } from './callback.ts'
import { challengeHtml, refusalHtml } from './page.ts'
import type { KuveytMessage } from './read-message.ts'
import type { GatewayRefusal } from './refusals.ts'
import { readCard, readTerms } from './terms.ts'

export const enrollWork =
  (bank: Bank, read: KuveytMessage): Work =>
  () => {
    const form = formOf(read)
    if (typeof form === 'string') return refusedPage(bank, read.fields, form)
    if (findCard(form.card.number)?.code === '500')
      return { text: 'the bank is not well\n', status: 500, booked: false }
    const refusal = findChallengeRefusal(bank, form)
    if (refusal) return refusedPage(bank, read.fields, refusal)
    return { text: challengeHtml(bank, createSession(bank, form)), booked: false }
  }

/** The page posts the refusal to FailUrl; without an address it is the answer itself. */
export const refusedPage = (bank: Bank, fields: Form, refusal: GatewayRefusal): Answer => {
  const { MerchantOrderId = '', MerchantId = '', FailUrl = '' } = fields
  const members = refusal === 'bad_security' ? {} : { merchantOrderId: MerchantOrderId, merchantId: MerchantId }
  const xml = refusedXml(refusal, { ...members, referenceId: referenceId(bank) })
  return { text: isHttp(FailUrl) ? refusalHtml(FailUrl, encodeXml(xml)) : xml, booked: false }
}

const formOf = (read: KuveytMessage): GatewayForm | GatewayRefusal => {
  const { merchant, orderId, fields, root } = read
  const { OkUrl = '', FailUrl = '' } = fields
  const terms = readTerms(read, '3')
  if (typeof terms === 'string') return terms
  const card = readCard(read, terms)
  if (typeof card === 'string') return card
  const device = root.DeviceData
  const { ClientIP = '' } = typeof device === 'object' ? readTexts(device) : {}
  if (ClientIP === '' || ![OkUrl, FailUrl].every(isHttp)) return 'null_check'
  return {
    merchant,
    orderId,
    operation: 'sale',
    model: '3d',
    ...terms,
    card,
    random: '',
    okUrl: OkUrl,
    failUrl: FailUrl,
    echo: {},
  }
}
