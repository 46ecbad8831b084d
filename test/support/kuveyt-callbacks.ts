/** Genuine callbacks of Kuveyt Türk, and the same text under the same hash cut up another way. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { type Adapter, BASE64, digits, type Fields, KEY, ORDER, text } from './callback-parts.ts'

const sha1 = (plain: string): string => createHash('sha1').update(plain).digest('base64')

/** The elements of the XML in the form. */
export interface Elements {
  readonly order?: string | undefined
  readonly code?: string | undefined
  readonly bankOrder?: string | undefined
  readonly hash?: string | undefined
  readonly md?: string | undefined
  readonly message?: string
  readonly amount?: string
  readonly card?: string
  readonly isPlain?: boolean
}

export const kuveytHashOf = ({ order = '', code = '', bankOrder = '' }: Elements, password: string): string =>
  sha1(`${order}${code}${bankOrder}${sha1(password)}`)

const element = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `<${name}>${value}</${name}>`

/** Escaped as the bank does it: as for an address, before it becomes a field of a form. */
export const kuveytForm = (elements: Elements): Fields => {
  const { order, code, bankOrder, hash, md, message = 'Kart doğrulandı.', amount, card, isPlain } = elements
  const inner = element('Amount', amount) + element('CardNumber', card)
  const xml = `<?xml version="1.0" encoding="utf-8"?><VPosTransactionResponseContract>${element('VPosMessage', inner)}${element('ResponseCode', code)}${element('ResponseMessage', message)}${element('OrderId', bankOrder)}${element('MerchantOrderId', order)}${element('HashData', hash)}${element('MD', md)}</VPosTransactionResponseContract>`
  return {
    AuthenticationResponse: isPlain ? xml : encodeURIComponent(xml).replaceAll('%20', '+'),
  }
}

const passed = fc.record({ code: fc.constant('00'), md: text(BASE64, 64) })
const failed = fc.record({
  code: fc.constantFrom('05', '51', 'N7', 'CardNotEnrolled', 'ThreeDError'),
  md: fc.constant(''),
})

export const kuveyt: Adapter = {
  settings: {
    connectorCode: 'KUVEYT_TURK_VPOS',
    connectorType: 'kuveyt_turk_vpos',
    storeId: '7201',
    terminalId: '7200235',
    username: 'simapi',
  },
  levels: { '3d_secure': {} },
  genuine: () =>
    fc
      .record({ ending: fc.oneof(passed, failed), bankOrder: digits(9), isPlain: fc.boolean() })
      .map(({ ending: { code, md }, bankOrder, isPlain }) => {
        const elements = { order: ORDER, code, bankOrder }
        const terms = code === '00' ? { amount: '15000', card: '45395787****1486', md } : {}
        return kuveytForm({ ...elements, ...terms, hash: kuveytHashOf(elements, KEY), isPlain })
      }),
  cut(fields, dice) {
    const xml = decodeURIComponent(
      fields.AuthenticationResponse!.replaceAll('+', fields.AuthenticationResponse!.startsWith('<') ? '+' : ' '),
    )
    const names = ['MerchantOrderId', 'ResponseCode', 'OrderId']
    const values = names.map((name) => new RegExp(`<${name}>(.*?)</${name}>`).exec(xml)?.[1] ?? '')
    const all = values.join('')
    const first = Math.max(0, values[0]!.length + (dice(2) ? 0 : dice(7) - 3))
    const second = Math.max(first, first + values[1]!.length + dice(7) - 3)
    const cut = [all.slice(0, first), all.slice(first, second), all.slice(second)]
    const other = names.reduce(
      (whole, name, index) => whole.replace(`<${name}>${values[index]}</${name}>`, `<${name}>${cut[index]}</${name}>`),
      xml,
    )
    return { AuthenticationResponse: encodeURIComponent(other) }
  },
}
