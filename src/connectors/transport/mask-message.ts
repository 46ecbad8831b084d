/** Masks a message to or from a bank for storage: values of listed names, card numbers masked, everything else as asterisks. */
import { maskCardNumber } from '../../core/card-number.ts'
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import { isElement, type XmlElement, type XmlNode, xmlText } from './xml.ts'

export interface LoggedNames {
  /** Names whose values are stored unchanged, except card numbers in them. */
  readonly plain: ReadonlySet<string>
  /** Card numbers: stored masked. */
  readonly cardNumbers: ReadonlySet<string>
}

const HIDDEN = '***'

export const maskXml = (root: string, content: XmlElement, names: LoggedNames): string =>
  xmlText(root, maskedElement(content, names))

export const maskFields = (fields: Readonly<Record<string, string>>, names: LoggedNames): string =>
  JSON.stringify(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shown(name, value, names)])))

/** An unreadable response is not stored: its content is unknown. */
export const unreadableText = (bytes: Uint8Array, contentType: string | null): string =>
  `(unreadable: ${bytes.length} bytes of ${/^[\w.+-]+\/[\w.+-]+/.exec(contentType ?? '')?.[0] ?? 'no type'})`

const maskedElement = (element: XmlElement, names: LoggedNames): XmlElement =>
  Object.fromEntries(
    Object.entries(element).flatMap(([name, node]) =>
      node === undefined ? [] : [[name, maskedNode(name, node, names)]],
    ),
  )

const maskedNode = (name: string, node: XmlNode, names: LoggedNames): XmlNode => {
  if (typeof node === 'string') return shown(name, node, names)
  return isElement(node) ? maskedElement(node, names) : node.map((each) => maskedNode(name, each, names))
}

const shown = (name: string, value: string, { plain, cardNumbers }: LoggedNames): string => {
  if (value === '') return ''
  if (cardNumbers.has(name)) return /^[0-9]{12,19}$/.test(value) ? maskCardNumber(value) : HIDDEN
  return plain.has(name) ? maskCardNumbers(value) : HIDDEN
}
