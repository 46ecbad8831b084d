/** The cookie of a session: which realm, and 256 random bits whose hash finds it. */
import { randomBytes } from 'node:crypto'

const NAME = '__Host-vezne'
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict'
const VALUE = /^[A-Za-z0-9_-]{22}[A-Za-z0-9_-]{43}$/
const REALM_CHARS = 22

/** Values that a browser sent, not verified yet. */
interface ReadCookie {
  readonly realmId: string
  readonly secret: string
}

export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Ends with the browser; how long it counts is decided here. */
export const setCookie = ({ realmId, secret }: ReadCookie): string =>
  `${NAME}=${Buffer.from(realmId.replaceAll('-', ''), 'hex').toString('base64url')}${secret}; ${ATTRIBUTES}`

export const CLEARED_COOKIE = `${NAME}=; Max-Age=0; ${ATTRIBUTES}`

/** Returns null if there is no cookie, several of the name, or none of ours. */
export const readCookie = (header: string | undefined): ReadCookie | null => {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${NAME}=`))
    .map((pair) => pair.slice(NAME.length + 1))
  const [value] = values
  if (values.length !== 1 || value === undefined || !VALUE.test(value)) return null
  const id = Buffer.from(value.slice(0, REALM_CHARS), 'base64url').toString('hex')
  return {
    realmId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    secret: value.slice(REALM_CHARS),
  }
}
