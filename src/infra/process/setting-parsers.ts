/** Parsers of settings; a text that does not fit is a fault that names the setting. */
import { availableParallelism } from 'node:os'
import ipaddr from 'ipaddr.js'
import { parseServerAddress, ServerAddressError } from './server-address.ts'

/** Printed as one line; the program then exits with 2. */
export class InvalidSettingError extends Error {
  constructor(name: string, what: string) {
    super(`${name}: ${what}`)
  }
}

export const text = (written: string): string => written

export const optionalText = (written: string): string | undefined => (written === '' ? undefined : written)

/** Parses a secret the operator chose; messages do not repeat it. */
export const secretText =
  (min: number) =>
  (written: string, name: string): string | undefined => {
    if (written !== '' && written.length < min)
      throw new InvalidSettingError(name, `it is shorter than ${min} characters`)
    return written === '' ? undefined : written
  }

export const oneOf =
  <const V extends readonly string[]>(...values: V) =>
  (written: string, name: string): V[number] => {
    if (!values.includes(written)) throw new InvalidSettingError(name, `"${written}" is none of ${values.join(', ')}`)
    return written
  }

export const bool = (written: string, name: string): boolean => {
  if (/^(on|true|yes|1)$/i.test(written)) return true
  if (/^(off|false|no|0)$/i.test(written)) return false
  throw new InvalidSettingError(name, `"${written}" is neither on nor off`)
}

export const count =
  (min: number, max: number) =>
  (written: string, name: string): number => {
    const value = Number(written)
    if (!/^[0-9]+$/.test(written) || value < min || value > max)
      throw new InvalidSettingError(name, `"${written}" is no whole number from ${min} to ${max}`)
    return value
  }

export const port = count(1, 65_535)

export const metricsPort = (written: string, name: string): number | 'auto' | undefined =>
  written === '' ? undefined : written === 'auto' ? 'auto' : port(written, name)

export const processCount = (written: string, name: string): number =>
  written === 'auto' ? availableParallelism() : count(1, 128)(written, name)

/** Parses the address. The text may contain a password, so messages do not repeat it. */
export const databaseAddress = (written: string, name: string): string | undefined => {
  if (written === '') return undefined
  try {
    parseServerAddress(written)
  } catch (error) {
    if (error instanceof ServerAddressError) throw new InvalidSettingError(name, error.message)
    throw error
  }
  return written
}

/** Parses the address of the same database for any user, so it may not name one. */
export const directAddress = (written: string, name: string): string | undefined => {
  const url = databaseAddress(written, name)
  if (url !== undefined && parseServerAddress(url).user !== '')
    throw new InvalidSettingError(
      name,
      'it names hosts and database alone, such as postgres://db1:5432/vezne; user and password are those of DATABASE_URL and DATABASE_APP_URL',
    )
  return url
}

/** Parses the addresses of shards, separated by blanks. */
export const shardAddresses = (written: string, name: string): string[] =>
  written.split(/\s+/).flatMap((each) => directAddress(each, name) ?? [])

/** Parses numbers of shards, separated by commas; undefined: all. */
export const shardNumbers = (written: string, name: string): number[] | undefined =>
  written === '' ? undefined : written.split(',').map((each) => count(0, 32_767)(each.trim(), name))

/** Parses a statement with the place of a number in it. */
export const numberedStatement = (written: string, name: string): string | undefined => {
  if (written !== '' && written.split('%').length !== 2)
    throw new InvalidSettingError(name, `it has one % where the number stands, such as set "pgdog.shard" to %`)
  return optionalText(written)
}

/** Parses the address. The text may contain a password, so messages do not repeat it. */
export const redisAddress = (written: string, name: string): string | undefined => {
  if (written === '') return undefined
  if (!URL.canParse(written) || !/^rediss?:\/\//i.test(written))
    throw new InvalidSettingError(
      name,
      'it is no address such as redis://host:6379 or rediss://user:password@host:6379/0',
    )
  return written
}

/** Parses the address. The text may contain a password, so messages do not repeat it. */
export const collectorAddress = (written: string, name: string): string | undefined => {
  if (written === '') return undefined
  if (!URL.canParse(written) || !/^https?:\/\//i.test(written))
    throw new InvalidSettingError(name, 'it is no address such as http://127.0.0.1:4318')
  return written
}

export const proxies = (written: string, name: string): string[] => {
  const entries = written.split(',').flatMap((entry) => entry.trim() || [])
  for (const entry of entries)
    if (!ipaddr.isValid(entry) && !ipaddr.isValidCIDR(entry))
      throw new InvalidSettingError(name, `"${entry}" is neither an address nor a CIDR range such as 10.0.0.0/8`)
  return entries
}

/** Ranges that are never a private network: this machine, the link (with the metadata service of clouds), multicast. */
const NO_NETWORKS = ['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/3', '::/8', 'fe80::/10', 'ff00::/8']

export const networks = (written: string, name: string): string[] => {
  const entries = written.split(',').flatMap((entry) => entry.trim() || [])
  for (const entry of entries) {
    if (!ipaddr.isValidCIDR(entry))
      throw new InvalidSettingError(name, `"${entry}" is no network in CIDR form such as 10.20.0.0/16`)
    const refused = NO_NETWORKS.find((network) => overlap(entry, network))
    if (refused !== undefined) throw new InvalidSettingError(name, `"${entry}" contains addresses of ${refused}`)
  }
  return entries
}

const overlap = (one: string, other: string): boolean => {
  const [address, bits] = ipaddr.parseCIDR(one)
  const [base, baseBits] = ipaddr.parseCIDR(other)
  return address.kind() === base.kind() && address.match(base, Math.min(bits, baseBits))
}

export const parseTls = (
  cert: string | undefined,
  key: string | undefined,
): { cert: string; key: string } | undefined => {
  if (cert !== undefined && key !== undefined) return { cert, key }
  if (cert !== undefined) throw new InvalidSettingError('VEZNE_TLS_KEY', 'the key of VEZNE_TLS_CERT is missing')
  if (key !== undefined) throw new InvalidSettingError('VEZNE_TLS_CERT', 'the certificate of VEZNE_TLS_KEY is missing')
  return undefined
}

/** Parses how many months rows are kept (kept-months.ts). */
export const keptMonths = ({ standard, least }: { standard: number; least: number }, meaning: string) => ({
  form: count(least, 1_200),
  fallback: String(standard),
  meaning: `${meaning}; at least ${least}`,
})
