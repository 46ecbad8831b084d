/** A small PosNet client of the tests' own: shares nothing with the connectors. */
import { createHash } from 'node:crypto'
import { post, read, type WayBack } from '../shopper.ts'

export const TERMINAL = '67000001'
export const MID = '6700000001'
export const POSNET_ID = '9644'
export const ENC_KEY = '1,2,3,4,5,6,7,8'
export const GOOD_CARD = '4546711234567894'
/** Asks the shopper. */
export const CHALLENGED_CARD = '5440931234567892'

type Fields = Record<string, string | undefined>

export interface PosnetAnswer {
  text: string
  approved: string
  code: string
  /** Content of an element. */
  field(name: string): string
  /** Contents of all elements of this name. */
  fields(name: string): string[]
}

const b64 = (text: string): string => createHash('sha256').update(text).digest('base64')
const firstHash = b64(`${ENC_KEY};${TERMINAL}`)

/** A MAC over what comes first, as the bank's document has it. */
export const mac = (...first: string[]): string => b64([...first, MID, firstHash].join(';'))

export const orderOf = (number: number): string => `ORDER${String(number).padStart(19, '0')}`
export const xidOf = (number: number): string => `XID_${String(number).padStart(16, '0')}`

const element = ([name, value]: [string, string | undefined]): string =>
  value === undefined ? '' : `<${name}>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${name}>`

export interface Envelope {
  mid?: string
  tid?: string
  /** Beside the operation. */
  beside?: string
}

export const requestXml = (operation: string, fields: Fields, { mid = MID, tid = TERMINAL, beside = '' }: Envelope) =>
  `<?xml version="1.0" encoding="ISO-8859-9"?><posnetRequest><mid>${mid}</mid><tid>${tid}</tid><tranDateRequired>1</tranDateRequired><${operation}>${Object.entries(fields).map(element).join('')}</${operation}>${beside}</posnetRequest>`

export const openPosnet = (url: string) => {
  const service = `${url}/posnet/PosnetWebService/XML`
  const page = `${url}/posnet/3DSWebService/YKBPaymentService`

  const sendBody = async (body: string): Promise<PosnetAnswer> => {
    const answer = await fetch(service, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
    const text = new TextDecoder('iso-8859-9').decode(await answer.arrayBuffer())
    const fields = (name: string): string[] =>
      [...text.matchAll(new RegExp(`<${name}>([^<]*)<`, 'g'))].map(([, value]) => value!)
    const field = (name: string): string => fields(name)[0] ?? ''
    return { text, approved: field('approved'), code: field('respCode'), field, fields }
  }
  const sendXml = (xml: string): Promise<PosnetAnswer> => sendBody(new URLSearchParams({ xmldata: xml }).toString())
  const send = (operation: string, fields: Fields, envelope: Envelope = {}): Promise<PosnetAnswer> =>
    sendXml(requestXml(operation, fields, envelope))

  const card = { ccno: GOOD_CARD, expDate: '3012', cvc: '000' }
  const charge = (operation: 'sale' | 'auth', orderID: string, more: Fields, envelope?: Envelope) =>
    send(operation, { ...card, amount: '14990', currencyCode: 'TL', orderID, installment: '00', ...more }, envelope)

  const seal = (XID: string, more: Fields = {}, envelope?: Envelope) =>
    send(
      'oosRequestData',
      {
        posnetid: POSNET_ID,
        ...card,
        ccno: CHALLENGED_CARD,
        XID,
        amount: '14990',
        currencyCode: 'TL',
        installment: '00',
        tranType: 'Sale',
        cardHolderName: 'ŞULE ÖZ',
        ...more,
      },
      envelope,
    )
  const formOf = (sealed: PosnetAnswer, more: Record<string, string> = {}): Record<string, string> => ({
    mid: MID,
    posnetID: POSNET_ID,
    posnetData: sealed.field('data1'),
    posnetData2: sealed.field('data2'),
    digest: sealed.field('sign'),
    merchantReturnURL: 'http://127.0.0.1:9/back',
    vftCode: '',
    lang: 'tr',
    url: '',
    openANewWindow: '0',
    ...more,
  })
  return {
    page,
    send,
    sendBody,
    sendXml,
    sale: (orderID: string, more: Fields = {}, envelope?: Envelope) => charge('sale', orderID, more, envelope),
    auth: (orderID: string, more: Fields = {}) => charge('auth', orderID, more),
    capture: (hostLogKey: string, amount: string, more: Fields = {}) =>
      send('capt', { hostLogKey, amount, currencyCode: 'TL', installment: '00', ...more }),
    reverse: (transaction: string, hostLogKey: string, more: Fields = {}) =>
      send('reverse', { transaction, hostLogKey, ...more }),
    refund: (hostLogKey: string, amount: string, more: Fields = {}) =>
      send('return', { hostLogKey, amount, currencyCode: 'TL', ...more }),
    agreement: (orderID: string) => send('agreement', { orderID }),
    seal,
    formOf,
    /** The whole way of a shopper; `auto` as the machine form of the challenge has it. */
    async challenge(xid: string, auto: string, more: Fields = {}): Promise<WayBack> {
      const sealed = await seal(xid, more)
      const answer = await read(await post(`${page}?auto=${auto}`, formOf(sealed)))
      if (!answer.back) throw new Error(answer.page)
      return answer.back
    },
    resolve: (fields: Record<string, string>, proof: string) =>
      send('oosResolveMerchantData', {
        bankData: fields.BankPacket,
        merchantData: fields.MerchantPacket,
        sign: fields.Sign,
        mac: proof,
      }),
    finish: (fields: Record<string, string>, proof: string, more: Fields = {}) =>
      send('oosTranData', { bankData: fields.BankPacket, wpAmount: '0', mac: proof, ...more }),
  }
}
