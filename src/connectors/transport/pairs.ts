/** Pairs of names and values: forms that requests are posted as, also around an XML message, and answers such as `a=1;;b=2`. */
import { type Charset, charsetOfType, decodeText, encodeText } from './charset.ts'
import type { Reader, Tree, Writer } from './message.ts'

const formType = (charset: Charset): string => `application/x-www-form-urlencoded; charset=${charset.toUpperCase()}`
const show = (content: Tree): string => JSON.stringify(content)

/** Every element is one field of a form. */
export const formWriter = (charset: Charset): Writer => ({
  contentType: formType(charset),
  encode: (content) =>
    Buffer.from(
      Object.entries(content)
        .flatMap(([name, value]) =>
          value === undefined ? [] : [`${name}=${percent(encodeText(`${value}`, charset))}`],
        )
        .join('&'),
    ),
  show,
})

/** The whole message is one field of a form. */
export const inField = (name: string, message: Writer, charset: Charset): Writer => ({
  ...message,
  contentType: formType(charset),
  encode: (content) => Buffer.from(`${name}=${percent(message.encode(content))}`),
})

/** Values are not decoded. A name that repeats is a list, so it has no text. */
export const pairsReader = (separator: string | RegExp, charset: Charset): Reader => ({
  decode(bytes, contentType) {
    const text = decodeText(bytes, charsetOfType(contentType) ?? charset)?.trim()
    const pairs = text?.split(separator).filter((pair) => pair !== '') ?? []
    if (pairs.length === 0 || pairs.some((pair) => !/^[\w.]+=/.test(pair))) return undefined
    const tree: Record<string, string | string[]> = Object.create(null)
    for (const pair of pairs) {
      const at = pair.indexOf('=')
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
      tree[name] = tree[name] === undefined ? value : [tree[name], value].flat()
    }
    return tree
  },
  show,
})

const percent = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/[^A-Za-z0-9._~-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
