/** Bodies of 1 MiB that are made to cost time or memory, by what they are full of. */
export const MIB = 1024 * 1024

const filled = (open: string, item: string, close: string): string =>
  `${open}${item.repeat(Math.floor((MIB - open.length - close.length) / Buffer.byteLength(item))).replace(/,$/, '')}${close}`
const members = (value: (n: number) => string): string =>
  `{${Array.from({ length: 60_000 }, (_, n) => `"m${n}":${value(n)}`).join(',')}}`

export const HOSTILE_BODIES: Readonly<Record<string, string>> = {
  'one long text': filled('{"description":"', 'a', '"}'),
  'a text of escapes': filled('{"description":"', '\\u0041', '"}'),
  'long texts': filled('{"basket_items":[', `"${'a'.repeat(60_000)}",`, ']}'),
  'long texts, not ASCII': filled('{"basket_items":[', `"${'ş'.repeat(30_000)}",`, ']}'),
  'short texts': filled('{"basket_items":[', '"abcdefgh",', ']}'),
  'numbers with exponents': filled('{"basket_items":[', '1.5e3,', ']}'),
  'long numbers': filled('{"basket_items":[', '1234567890.12345678e5,', ']}'),
  'small numbers': filled('{"basket_items":[', '1,', ']}'),
  'a list of objects': filled('{"basket_items":[', '{"name":"a","price":1},', ']}'),
  'as many objects as are read': filled('{"basket_items":[', '{"name":"abcdefghij","price":1},', ']}'),
  'a list of lists': filled('{"basket_items":[', '[],', ']}'),
  'many members': members(String),
  'many members of a map': `{"extra_properties":${members((n) => `"${n}"`)}}`,
  'depth 32': `${'['.repeat(32)}${']'.repeat(32)}`,
  'depth without end': filled('', '[', ''),
  'digits that look like cards': filled('{"description":"', '4546 7112 3456 7894 ', '"}'),
  'digits in groups of one': filled('{"description":"', '4 ', '"}'),
  'digits without end': filled('{"description":"', '4', '"}'),
  blanks: filled('{}', ' ', ''),
  'a fault at the end': filled('{"basket_items":[', '{"name":"abcdefghij","price":1},', ',]}'),
}
