/** XML of Kuveyt Türk: its documents name namespaces, and an element without a value has an attribute for it. */
import { type Element, type Pair, readXml, writeXml } from '../wire/xml.ts'

const SCHEMA = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"'
const SERVICE = 'http://boa.net/BOA.Integration.VirtualPos/Service'
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'

/** Value of an element that is there and has none. */
export const NIL = '@nil'

const withNil = (xml: string): string => xml.replaceAll(/<(\w+)>@nil<\/\1>/g, '<$1 xsi:nil="true" />')

export const writeContract = (pairs: readonly Pair[]): string =>
  withNil(writeXml(CONTRACT, pairs, 'utf-8').replace(`<${CONTRACT}>`, `<${CONTRACT} ${SCHEMA}>`))
const CONTRACT = 'VPosTransactionResponseContract'

/** An answer of the service, of one operation. */
export const writeEnvelope = (operation: string, result: readonly Pair[]): string =>
  envelope(`<${operation}Response xmlns="${SERVICE}">${bare(`${operation}Result`, result)}</${operation}Response>`)

/** The service did not understand. */
export const writeFault = (text: string): string =>
  envelope(
    bare('s:Fault', [
      ['faultcode', 's:Client'],
      ['faultstring', text],
    ]).replace('<faultstring>', '<faultstring xml:lang="tr-TR">'),
  )

const envelope = (body: string): string =>
  `<s:Envelope xmlns:s="${SOAP}"><s:Body ${SCHEMA}>${withNil(body)}</s:Body></s:Envelope>`

/** Writes an element, without the declaration of a document. */
const bare = (name: string, pairs: readonly Pair[]): string =>
  writeXml(name, pairs, 'utf-8').replace(/^<\?xml[^>]*\?>\n/, '')

const NAMESPACES = /\s+xmlns(?::\w+)?=(?:"[^"]*"|'[^']*')/g

/** Reads the message of a gate. */
export const readMessage = (text: string): Element | undefined =>
  readXml(text.replace(NAMESPACES, ''), 'KuveytTurkVPosMessage')

/** Returns the operation of an envelope and its request; undefined for another namespace. */
export const readEnvelope = (text: string): { operation: string; request: Element } | undefined => {
  if (!text.includes(`"${SERVICE}"`) || !text.includes(`"${SOAP}"`)) return undefined
  const root = readXml(text.replace(NAMESPACES, '').replaceAll(/<(\/?)\w+:/g, '<$1'), 'Envelope')
  const body = root?.Body
  const [operation, ...others] = typeof body === 'object' ? Object.keys(body) : []
  if (typeof body !== 'object' || operation === undefined || others.length > 0) return undefined
  const called = body[operation]
  const request = typeof called === 'object' ? called.request : undefined
  return typeof request === 'object' ? { operation, request } : undefined
}
