/** A small Kuveyt Türk client of the tests' own: shares nothing with the connectors. */
import { createHash } from 'node:crypto'
import { XMLParser } from 'fast-xml-parser'
import { GOOD_CARD } from '../nestpay-client.ts'

export const MERCHANT = '7201'
/** Asks the shopper. */
export const CHALLENGED = '5400637000000004'
/** Of another country. */
export const FOREIGN = '4444555566667779'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
export type Json = any
/** An undefined member is left out. */
export type Members = { readonly [name: string]: string | undefined | Members }

const sha = (text: string): string => createHash('sha1').update(Buffer.from(text, 'latin1')).digest('base64')
const HASHED_PASSWORD = sha('SimApiPw1')

export const hashOf = (...values: readonly (string | undefined)[]): string => sha(values.join('') + HASHED_PASSWORD)

/** Of a merchant of the bank, by the last digit of its number. */
export const shop = (digit: number): Members => ({ MerchantId: `720${digit}` })

const credentials = { APIVersion: 'TDV2.0.0', MerchantId: MERCHANT, CustomerId: '7200235', UserName: 'simapi' }

const write = (members: Members, prefix = ''): string =>
  Object.entries(members)
    .map(([name, value]) => {
      if (value === undefined) return ''
      const inside =
        typeof value === 'string' ? value.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : write(value, prefix)
      return `<${prefix}${name}>${inside}</${prefix}${name}>`
    })
    .join('')

export const messageXml = (members: Members, head = ''): string =>
  `${head}<KuveytTurkVPosMessage xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${write(members)}</KuveytTurkVPosMessage>`

const withHash = (members: Members): Members => {
  const { MerchantId, MerchantOrderId, Amount, OkUrl, FailUrl, UserName } = members as Record<string, string>
  const HashData = hashOf(MerchantId, MerchantOrderId, Amount, OkUrl, FailUrl, UserName)
  return { HashData, ...members }
}

const card = { CardNumber: GOOD_CARD, CardExpireDateYear: '30', CardExpireDateMonth: '12', CardCVV2: '000' }

const saleMembers = (orderId: string, more: Members): Members => ({
  ...credentials,
  TransactionType: 'Sale',
  TransactionSecurity: '1',
  MerchantOrderId: orderId,
  Amount: '14990',
  DisplayAmount: '14990',
  CurrencyCode: '0949',
  InstallmentCount: '0',
  CardHolderName: 'Ayşe Yılmaz',
  ...card,
  ...more,
})

const parser = new XMLParser({ parseTagValue: false, ignoreDeclaration: true, removeNSPrefix: true })

export interface Contract {
  status: number
  text: string
  code: string
  /** Members outside of VPosMessage. */
  field(name: string): string
  message: Record<string, string>
}

export const readContract = (text: string, status = 200): Contract => {
  const root: Json = text.includes('<VPosTransactionResponseContract')
    ? parser.parse(text).VPosTransactionResponseContract
    : {}
  const field = (name: string): string => (typeof root[name] === 'string' ? root[name] : '')
  return { status, text, code: field('ResponseCode'), field, message: root.VPosMessage ?? {} }
}

export interface Served {
  status: number
  text: string
  success: string
  /** ErrorCode of the first result. */
  error: string
  /** ResponseCode of the value. */
  code: string
  value: Json
}

const SERVICE = 'http://boa.net/BOA.Integration.VirtualPos/Service'

export interface References {
  OrderId: string
  RRN: string
  Stan: string
  ProvisionNumber: string
}

export const referencesOf = ({ field }: Contract): References => ({
  OrderId: field('OrderId'),
  RRN: field('RRN'),
  Stan: field('Stan'),
  ProvisionNumber: field('ProvisionNumber'),
})

const createTransport = (url: string) => {
  const gate = async (name: string, body: string | Buffer): Promise<Contract> => {
    const answer = await fetch(`${url}/kuveyt/ServiceGateWay/Home/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml; charset=UTF-8' },
      body: new Uint8Array(Buffer.from(body)),
    })
    return readContract(await answer.text(), answer.status)
  }
  const service = async (body: string, action: string): Promise<Served> => {
    const path = '/kuveyt/BOA.Integration.WCFService/BOA.Integration.VirtualPos/VirtualPosService.svc/Basic'
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'text/xml; charset=UTF-8', SOAPAction: `${SERVICE}/IVirtualPosService/${action}` },
      body,
    })
    const text = await answer.text()
    const called: Json = text.includes('Envelope') ? parser.parse(text).Envelope?.Body : {}
    const result = called?.[`${action}Response`]?.[`${action}Result`] ?? {}
    const error = result.Results?.Result?.ErrorCode ?? ''
    const value = result.Value ?? {}
    return { status: answer.status, text, success: result.Success ?? '', error, code: value.ResponseCode ?? '', value }
  }
  const envelope = (operation: string, request: Members): string =>
    `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ser="${SERVICE}"><soapenv:Body>` +
    `<ser:${operation}><ser:request>${write(request, 'ser:')}</ser:request></ser:${operation}></soapenv:Body></soapenv:Envelope>`
  return { gate, service, envelope }
}

export const openKuveyt = (url: string) => {
  const transport = createTransport(url)
  const { gate, service, envelope } = transport
  const call = (operation: string, request: Members, message: Members): Promise<Served> => {
    const VPosMessage = withHash({ ...credentials, TransactionType: operation, ...message })
    const { MerchantId, CustomerId } = VPosMessage
    return service(envelope(operation, { MerchantId, CustomerId, ...request, VPosMessage }), operation)
  }
  const step =
    (operation: string) =>
    (orderId: string, references: Members, amount = '14990', more: Members = {}): Promise<Served> => {
      const money = { Amount: amount, CancelAmount: amount, CurrencyCode: '0949' }
      return call(operation, { Amount: amount, ...references }, { MerchantOrderId: orderId, ...money, ...more })
    }
  const detail = (orderId: string, more: Members = {}, message: Members = {}): Promise<Served> => {
    const span = { StartDate: '2026-01-01T00:00:00', EndDate: '2028-01-01T00:00:00' }
    const request = { Amount: '0', MerchantOrderId: orderId, OrderId: '0', ...span, ...more }
    return call('GetMerchantOrderDetail', request, { MerchantOrderId: orderId, Amount: '0', ...message })
  }
  return {
    ...transport,
    sale: (orderId: string, more: Members = {}) =>
      gate('Non3DPayGate', messageXml(withHash(saleMembers(orderId, more)))),
    /** The page for the browser. */
    enroll: (orderId: string, more: Members = {}) =>
      gate('ThreeDModelPayGate', messageXml(withHash(enrollMembers(orderId, more)))),
    provision: (orderId: string, md: string | undefined, more: Members = {}) =>
      gate('ThreeDModelProvisionGate', messageXml(withHash(provisionMembers(orderId, md, more)))),
    void: step('SaleReversal'),
    drawBack: step('DrawBack'),
    partial: step('PartialDrawback'),
    detail,
    /** What an inquiry says, in words. */
    async state(orderId: string): Promise<string> {
      const { value } = await detail(orderId)
      const order = value.OrderContract
      if (order === undefined) return 'nothing'
      return ['LastOrderStatus', 'ResponseCode', 'FirstAmount', 'CancelAmount', 'DrawbackAmount', 'EndOfDayStatus']
        .map((name) => order[name])
        .join(' ')
    },
  }
}

const enrollMembers = (orderId: string, more: Members): Members => ({
  ...saleMembers(orderId, {}),
  TransactionSecurity: '3',
  OkUrl: 'http://127.0.0.1:9/ok',
  FailUrl: 'http://127.0.0.1:9/fail',
  DeviceData: { DeviceChannel: '02', ClientIP: '127.0.0.1' },
  CardHolderData: { BillAddrCity: 'İstanbul', MobilePhone: { Cc: '90', Subscriber: '5000000000' } },
  ...more,
})

const provisionMembers = (orderId: string, md: string | undefined, more: Members): Members => ({
  ...credentials,
  TransactionType: 'Sale',
  InstallmentCount: '0',
  Amount: '14990',
  CurrencyCode: '949',
  MerchantOrderId: orderId,
  TransactionSecurity: '3',
  KuveytTurkVPosAdditionalData: { AdditionalData: { Key: 'MD', Data: md } },
  ...more,
})

/** The form of a page for the browser, whatever its quotation marks. */
export const pageForm = (page: string): { action: string; fields: Record<string, string> } | undefined => {
  const plain = (text: string): string =>
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  const of = (tag: string, name: string): string | undefined =>
    new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)')`)
      .exec(tag)
      ?.slice(1)
      .find((each) => each !== undefined)
  const form = /<form\b[^>]*>/.exec(page)?.[0]
  if (form === undefined) return undefined
  const inputs = [...page.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag).filter((tag) => of(tag, 'type') === 'hidden')
  return {
    action: plain(of(form, 'action') ?? ''),
    fields: Object.fromEntries(inputs.map((tag) => [of(tag, 'name') ?? '', plain(of(tag, 'value') ?? '')])),
  }
}

/** What is posted back, decoded. */
export const readBack = (fields: Record<string, string>): Contract =>
  readContract(decodeURIComponent((fields.AuthenticationResponse ?? '').replaceAll('+', ' ')))
