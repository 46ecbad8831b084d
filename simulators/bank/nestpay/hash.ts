/** Hash ver3: all fields by name, escaped, joined with pipes, the store key last; SHA-512 over UTF-8, base64. */
import { createHash } from 'node:crypto'

const NOT_HASHED: ReadonlySet<string> = new Set(['hash', 'encoding', 'nationalidno'])

export const hashVer3 = (fields: Readonly<Record<string, string>>, storeKey: string): string => {
  const values = Object.entries(fields)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !NOT_HASHED.has(name))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, value]) => escaped(value))
  return createHash('sha512')
    .update([...values, escaped(storeKey)].join('|'))
    .digest('base64')
}

const escaped = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('|', '\\|')
