/**
 * XML as banks send it, read as untrusted input: no DTD, no custom entities, bounded in size and depth, one root. The parser of the
 * library closes open elements, so its validator runs first: a truncated response must not pass for a complete one.
 */
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser'
import { type Charset, charsetOfType, decodeText, encodeText } from './charset.ts'

/** Elements by name; an element that repeats is a list. Attributes and comments are left out. */
export interface XmlElement {
  readonly [name: string]: XmlNode | undefined
}
export type XmlNode = string | XmlElement | readonly XmlNode[]

export const XML_BYTES_MAX = 1024 * 1024
const DEPTH_MAX = 16

const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  trimValues: true,
  maxNestedTags: DEPTH_MAX,
  // Only the five of XML itself: a document that defines its own is rejected, numeric ones stay as written.
  processEntities: true,
  htmlEntities: false,
})
const builder = new XMLBuilder({ suppressEmptyNode: false })

/** The content of the root element of that name; undefined for any other document. */
export const readXml = (bytes: Uint8Array, root: string, contentType: string | null): XmlElement | undefined => {
  if (bytes.length > XML_BYTES_MAX) return undefined
  const text = textOf(bytes, contentType)
  if (text === undefined || /<!\s*(DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(text)) return undefined
  try {
    if (XMLValidator.validate(text) !== true) return undefined
    const document = parser.parse(text) as Record<string, XmlNode>
    const content = document[root]
    return Object.keys(document).length === 1 && isElement(content) ? content : undefined
  } catch {
    return undefined
  }
}

/** The text of the one element at a path such as `Transaction/Response/Code`; null when absent, empty or repeated. */
export const textAt = (element: XmlElement, path: string): string | null => {
  let node: XmlNode | undefined = element
  for (const name of path.split('/')) {
    if (!isElement(node) || !Object.hasOwn(node, name)) return null
    node = node[name]
  }
  return typeof node === 'string' && node !== '' ? node : null
}

/** All elements of that path. */
export const elementsAt = (element: XmlElement, path: string): readonly XmlElement[] => {
  let node: XmlNode | undefined = element
  for (const name of path.split('/')) node = isElement(node) && Object.hasOwn(node, name) ? node[name] : undefined
  return (Array.isArray(node) ? node : [node]).filter(isElement)
}

export const isElement = (node: unknown): node is XmlElement =>
  typeof node === 'object' && node !== null && !Array.isArray(node)

/** Members in their order; undefined ones are left out. */
export const writeXml = (root: string, content: XmlElement, charset: Charset): Buffer =>
  encodeText(`<?xml version="1.0" encoding="${charset.toUpperCase()}"?>${builder.build({ [root]: content })}`, charset)

/** Like {@link writeXml}, for people. */
export const xmlText = (root: string, content: XmlElement): string => builder.build({ [root]: content })

/** The document's own declaration decides, then the header, then UTF-8 as XML has it. */
const textOf = (bytes: Uint8Array, contentType: string | null): string | undefined => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 200)).toString('latin1')
  const declared = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*?encoding\s*=\s*["']([\w-]+)["']/i.exec(head)?.[1]
  return decodeText(bytes, declared ?? charsetOfType(contentType) ?? 'utf-8')
}
