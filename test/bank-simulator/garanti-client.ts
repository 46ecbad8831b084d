/** A small Garanti client of the tests' own: shares nothing with the connectors. */
import { createHash } from 'node:crypto'
import { GOOD_CARD } from './nestpay-client.ts'

export const TERMINAL = '10100200'

const upper = (algorithm: string, text: string): string =>
  createHash(algorithm).update(text).digest('hex').toUpperCase()

export interface GvpsCall {
  type: string
  orderId: string
  terminal?: string
  merchantId?: string
  user?: string
  password?: string
  amount?: string
  currency?: string
  installments?: string
  /** null: no card travels. */
  card?: { number: string; expiry: string; cvv: string } | null
  original?: string
  secure3d?: { md: string; xid: string; eci: string; cavv: string }
  hash?: string
  /** Changes the text before it is sent. */
  edit?: (xml: string) => string
  orderMore?: string
}

export interface GvpsAnswer {
  text: string
  code: string
  reason: string
  message: string
  system: string
  field(name: string): string
}

export const gvpsXml = (call: GvpsCall): string => {
  const { type, orderId, terminal = TERMINAL, currency = '949', installments = '', secure3d, original } = call
  const isRefund = type === 'void' || type === 'refund'
  const isInquiry = type.endsWith('inq')
  const user = call.user ?? (isRefund ? 'PROVRFN' : 'PROVAUT')
  const password = call.password ?? (isRefund ? 'SimRfnPw1' : 'SimProvPw1')
  const amount = call.amount ?? (type === 'void' || isInquiry ? '100' : '14990')
  const isCharge = type === 'sales' || type === 'preauth'
  const card =
    call.card === undefined
      ? isCharge && !secure3d
        ? { number: GOOD_CARD, expiry: '1230', cvv: '000' }
        : null
      : call.card
  const security = upper('sha1', password + terminal.padStart(9, '0'))
  const hash = call.hash ?? upper('sha512', orderId + terminal + (card?.number ?? '') + amount + currency + security)
  const proof = secure3d
    ? `<Secure3D><AuthenticationCode>${secure3d.cavv}</AuthenticationCode><SecurityLevel>${secure3d.eci}</SecurityLevel><TxnID>${secure3d.xid}</TxnID><Md>${secure3d.md}</Md></Secure3D>`
    : ''
  return `<?xml version="1.0" encoding="UTF-8"?><GVPSRequest><Mode>TEST</Mode><Version>512</Version>
<Terminal><ProvUserID>${user}</ProvUserID><UserID>${user}</UserID><HashData>${hash}</HashData><ID>${terminal}</ID><MerchantID>${call.merchantId ?? '7000001'}</MerchantID></Terminal>
<Customer><IPAddress>192.0.2.10</IPAddress><EmailAddress>şule@example.com</EmailAddress></Customer>
${card ? `<Card><Number>${card.number}</Number><ExpireDate>${card.expiry}</ExpireDate><CVV2>${card.cvv}</CVV2></Card>` : ''}
<Order><OrderID>${orderId}</OrderID>${call.orderMore ?? ''}</Order>
<Transaction><Type>${type}</Type><InstallmentCnt>${installments}</InstallmentCnt><Amount>${amount}</Amount><CurrencyCode>${currency}</CurrencyCode><CardholderPresentCode>${secure3d ? '13' : '0'}</CardholderPresentCode><MotoInd>N</MotoInd>${original === undefined ? '' : `<OriginalRetrefNum>${original}</OriginalRetrefNum>`}${proof}</Transaction></GVPSRequest>`
}

export const openGaranti = (url: string) => {
  const send = async (call: GvpsCall): Promise<GvpsAnswer> => {
    const xml = gvpsXml(call)
    const answer = await fetch(`${url}/garanti/VPServlet`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: call.edit ? call.edit(xml) : xml,
    })
    const text = await answer.text()
    const field = (name: string): string => new RegExp(`<${name}>([^<]*)<`).exec(text)?.[1] ?? ''
    const response = text.slice(text.indexOf('<Response>'))
    const said = (name: string): string => new RegExp(`<${name}>([^<]*)<`).exec(response)?.[1] ?? ''
    return {
      text,
      code: said('Code'),
      reason: said('ReasonCode'),
      message: said('Message'),
      system: said('SysErrMsg'),
      field,
    }
  }
  return {
    send,
    sale: (orderId: string, more: Partial<GvpsCall> = {}) => send({ type: 'sales', orderId, ...more }),
    preauth: (orderId: string, more: Partial<GvpsCall> = {}) => send({ type: 'preauth', orderId, ...more }),
    capture: (orderId: string, amount: string, original: string) =>
      send({ type: 'postauth', orderId, amount, original }),
    void: (orderId: string, original: string, more: Partial<GvpsCall> = {}) =>
      send({ type: 'void', orderId, original, ...more }),
    refund: (orderId: string, amount: string, original: string, more: Partial<GvpsCall> = {}) =>
      send({ type: 'refund', orderId, amount, original, ...more }),
    status: (orderId: string) => send({ type: 'orderinq', orderId }),
    history: (orderId: string) => send({ type: 'orderhistoryinq', orderId }),
  }
}

export const gatewayForm = (orderId: string, more: Record<string, string> = {}): Record<string, string> => {
  const fields: Record<string, string> = {
    secure3dsecuritylevel: '3D',
    mode: 'TEST',
    apiversion: '512',
    terminalprovuserid: 'PROVAUT',
    terminaluserid: 'PROVAUT',
    terminalmerchantid: '7000001',
    terminalid: TERMINAL,
    txntype: 'sales',
    txnamount: '14990',
    txncurrencycode: '949',
    txninstallmentcount: '',
    orderid: orderId,
    successurl: 'http://127.0.0.1:9/ok',
    errorurl: 'http://127.0.0.1:9/fail',
    customeripaddress: '192.0.2.10',
    customeremailaddress: 'shopper@example.com',
    cardnumber: '4001010000000018',
    cardexpiredatemonth: '12',
    cardexpiredateyear: '30',
    cardcvv2: '000',
    ...more,
  }
  const { terminalid, txnamount, txncurrencycode, successurl, errorurl, txntype, txninstallmentcount } = fields
  const security = upper('sha1', `SimProvPw1${terminalid!.padStart(9, '0')}`)
  const plain = `${terminalid}${orderId}${txnamount}${txncurrencycode}${successurl}${errorurl}${txntype}${txninstallmentcount}SimStoreKey1${security}`
  return { ...fields, secure3dhash: more.secure3dhash ?? upper('sha512', plain) }
}

export const callbackHash = (fields: Record<string, string>): string =>
  upper(
    'sha512',
    `${fields
      .hashparams!.split(':')
      .map((name) => fields[name] ?? '')
      .join('')}SimStoreKey1`,
  )
