/** XML as banks send it: elements with text, nothing else. No DTD, no custom entities, bounded in size and depth. */
import { XMLParser } from 'fast-xml-parser'

export interface Element {
  readonly [name: string]: string | Element
}

class BadXml extends Error {}

const DEPTH_MAX = 6
const CODE_POINT_MAX = 0x10ffff
const parser = new XMLParser({
  ignoreAttributes: false,
  ignoreDeclaration: true,
  parseTagValue: false,
  processEntities: false,
  maxNestedTags: DEPTH_MAX,
})

/** Returns the content of the document's only element, which must be `root`; undefined if a bank would not read it. */
export const readXml = (text: string, root: string): Element | undefined => {
  try {
    return parse(text, root)
  } catch (error) {
    if (error instanceof BadXml) return undefined
    throw error
  }
}

const parse = (text: string, root: string): Element => {
  if (text.includes('<!')) throw new BadXml('declarations, comments and CDATA are not taken')
  let parsed: Record<string, unknown>
  try {
    parsed = parser.parse(text, true) as Record<string, unknown>
  } catch (error) {
    throw new BadXml((error as Error).message)
  }
  const names = Object.keys(parsed)
  if (names.length !== 1 || names[0] !== root) throw new BadXml(`the document is no ${root}`)
  return typeof parsed[root] === 'string' ? {} : elementOf(parsed[root])
}

const elementOf = (node: unknown): Element => {
  const element: Record<string, string | Element> = Object.create(null)
  for (const [name, value] of Object.entries(node as Record<string, unknown>)) {
    if (name.startsWith('@_') || name === '#text') throw new BadXml('attributes and mixed content are not taken')
    if (Array.isArray(value)) throw new BadXml(`${name} stands there twice`)
    element[name] = typeof value === 'string' ? plain(value) : elementOf(value)
  }
  return element
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const plain = (text: string): string =>
  text.includes('&')
    ? text.replace(/&([^;&]*);?/g, (whole, name: string) => {
        const number = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))$/i.exec(name)
        const code = number ? (number[1] ? parseInt(number[1], 16) : Number(number[2])) : Infinity
        if (code <= CODE_POINT_MAX && whole.endsWith(';')) return String.fromCodePoint(code)
        const known = Object.hasOwn(NAMED, name) && whole.endsWith(';') ? NAMED[name] : undefined
        if (known === undefined) throw new BadXml('an entity that is none of the five')
        return known
      })
    : text

/** Name and value; a list of pairs gives an element with elements, and an undefined value leaves the element out. */
export type Pair = readonly [name: string, value: string | undefined | readonly Pair[]]

export const writeXml = (root: string, pairs: readonly Pair[], encoding: string): string =>
  `<?xml version="1.0" encoding="${encoding}"?>\n${write([root, pairs])}`

const write = ([name, value]: Pair): string => {
  if (value === undefined) return ''
  return `<${name}>${typeof value === 'string' ? quoted(value) : value.map(write).join('')}</${name}>`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const quoted = (text: string): string => (/[&<>]/.test(text) ? text.replace(/[&<>]/g, (char) => ESCAPES[char]!) : text)

/** Returns the children that are texts, by name. */
export const readTexts = (element: Element): Record<string, string> => {
  const texts: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(element)) if (typeof value === 'string') texts[name] = value
  return texts
}
