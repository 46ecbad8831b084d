/**
 * XML as banks send it, read as untrusted input: no DTD, no custom entities, bounded in size and depth, one root. The parser of the
 * library closes open elements, so its validator runs first: a truncated response must not pass for a complete one.
 */
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser'
import { type Charset, charsetOfType, decodeText, encodeText } from './charset.ts'
import { isTree, MESSAGE_BYTES_MAX, MESSAGE_DEPTH_MAX, type Reader, type Tree, type Writer } from './message.ts'

const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  trimValues: true,
  maxNestedTags: MESSAGE_DEPTH_MAX,
  // Only the five of XML itself: a document that defines its own is rejected, numeric ones stay as written.
  processEntities: true,
  htmlEntities: false,
})
const builder = new XMLBuilder({ suppressEmptyNode: false })

/** A gateway's XML: one root element, in one charset. */
export const xmlFormat = (root: string, charset: Charset): Writer & Reader => ({
  contentType: `text/xml; charset=${charset.toUpperCase()}`,
  encode: (content) => writeXml(root, content, charset),
  decode: (bytes, contentType) => readXml(bytes, root, contentType),
  show: (content) => xmlText(root, content),
})

/** The content of the root element of that name; undefined for any other document. */
export const readXml = (bytes: Uint8Array, root: string, contentType: string | null): Tree | undefined => {
  if (bytes.length > MESSAGE_BYTES_MAX) return undefined
  const text = toText(bytes, contentType)
  if (text === undefined || /<!\s*(DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(text)) return undefined
  try {
    if (XMLValidator.validate(text) !== true) return undefined
    const document = parser.parse(text) as Tree
    const content = document[root]
    return Object.keys(document).length === 1 && isTree(content) ? content : undefined
  } catch {
    return undefined
  }
}

/** Members in their order; undefined ones are left out. */
export const writeXml = (root: string, content: Tree, charset: Charset): Buffer =>
  encodeText(`<?xml version="1.0" encoding="${charset.toUpperCase()}"?>${builder.build({ [root]: content })}`, charset)

/** Like {@link writeXml}, for people. */
export const xmlText = (root: string, content: Tree): string => builder.build({ [root]: content })

/** The document's own declaration decides, then the header, then UTF-8 as XML has it. */
const toText = (bytes: Uint8Array, contentType: string | null): string | undefined => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 200)).toString('latin1')
  const declared = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*?encoding\s*=\s*["']([\w-]+)["']/i.exec(head)?.[1]
  // A declaration that can be read byte by byte is not in UTF-16, whatever the program that wrote it says.
  const label = /^utf-?16$/i.test(declared ?? '') ? undefined : declared
  return decodeText(bytes, label ?? charsetOfType(contentType) ?? 'utf-8')
}
