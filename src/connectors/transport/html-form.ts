/** A page that a bank answers for the browser of the shopper: the address and the hidden fields of its first form. */
import { charsetOfType, decodeText } from './charset.ts'
import { MESSAGE_BYTES_MAX, type Reader } from './message.ts'

const TAG = `((?:[^<>"']|"[^"]*"|'[^']*')*)`
const FORM = new RegExp(`<form\\b${TAG}>(.*?)</form>`, 'is')
const INPUT = new RegExp(`<input\\b${TAG}>`, 'gi')

export const htmlFormReader: Reader = {
  decode(bytes, contentType) {
    if (bytes.length > MESSAGE_BYTES_MAX) return undefined
    const [, form, content = ''] = FORM.exec(decodeText(bytes, charsetOfType(contentType) ?? 'utf-8') ?? '') ?? []
    const action = attribute(form, 'action')
    if (form === undefined || !action || attribute(form, 'method')?.toLowerCase() !== 'post') return undefined
    const inputs = [...content.matchAll(INPUT)].filter(([, input]) => attribute(input, 'type') === 'hidden')
    const fields = inputs.map(([, input]) => [attribute(input, 'name') ?? '', attribute(input, 'value') ?? ''])
    return { action, fields: Object.fromEntries(fields) }
  },
  show: (content) => JSON.stringify(content),
}

const attribute = (tag: string | undefined, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(` ${tag ?? ''}`)
  const value = found?.[1] ?? found?.[2]
  return value?.replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|(amp|lt|gt|quot|apos));/gi, toCharacter)
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const toCharacter = (whole: string, decimal?: string, hex?: string, name?: string): string => {
  const point = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
  if (point !== undefined) return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  return NAMED[name?.toLowerCase() ?? ''] ?? whole
}
