/** Address of the database: one URL that may name several hosts, as PostgreSQL's own programs take it. */

export interface ServerAddress {
  readonly user: string
  readonly password: string
  /** Hosts as written, each with its port if it has one. */
  readonly hosts: readonly string[]
  /** Only the host that takes writes is acceptable. */
  readonly wantsPrimary: boolean
  /** The rest of the address after the hosts: the database and the parameters. */
  readonly rest: string
}

/** The text may contain a password, so no message repeats it. */
export class ServerAddressError extends Error {}

const FORM = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#@]*)(\/[^?#@]*)?(\?[^#@]*)?$/i
const HOST = /^(?:\[[0-9a-f:.]+\]|[^\s[\]:]+)(?::([0-9]+))?$/i
const SOCKET = /^(?:%2f.*)?$/i
const SESSIONS = 'target_session_attrs'
/** True means the primary. A program that writes has no use for the other kinds. */
const SESSION_KINDS: Readonly<Record<string, boolean>> = { any: false, 'read-write': true, primary: true }

export const parseServerAddress = (url: string): ServerAddress => {
  const form = FORM.exec(url.trim())
  if (!form)
    throw new ServerAddressError(
      'it is no address such as postgres://user:password@host:5432/database; signs such as / ? # in the password are written %2F %3F %23',
    )
  const [, credentials = '', written = '', path = '', query = ''] = form
  const [user = '', ...password] = credentials.split(':')
  const hosts = written.split(',')
  for (const [at, host] of hosts.entries()) checkHost(host, at, hosts.length)
  const parameters = new URLSearchParams(query)
  if (hosts.length > 1 && parameters.has('host'))
    throw new ServerAddressError('hosts stand before the name of the database or in the parameter host, not in both')
  const sessions = parameters.get(SESSIONS)
  if (sessions !== null && !(sessions in SESSION_KINDS))
    throw new ServerAddressError(
      `${SESSIONS}=${sessions} finds no server that takes writes; it is one of ${Object.keys(SESSION_KINDS).join(', ')}, or left out`,
    )
  parameters.delete(SESSIONS)
  return {
    user: decoded(user),
    password: decoded(password.join(':')),
    hosts,
    wantsPrimary: sessions === null ? hosts.length > 1 : SESSION_KINDS[sessions]!,
    rest: path + (parameters.size === 0 ? '' : `?${parameters}`),
  }
}

/** Returns the address of one of its hosts, as the driver takes it. */
export const urlOfHost = ({ user, password, rest }: ServerAddress, host: string): string =>
  `postgres://${credentialsText(user, password)}${host}${rest}`

/** Returns the address of the same servers and database for another user. */
export const withCredentials = (url: string, { user, password }: Pick<ServerAddress, 'user' | 'password'>): string =>
  url.trim().replace(/^([a-z]+:\/\/)(?:[^/?#]*@)?/i, (_, scheme) => scheme + credentialsText(user, password))

/** Returns the address that bypasses a pooler, if one is in front of the server. */
export const directUrl = (url: string, { databaseDirectUrl }: { databaseDirectUrl: string | undefined }): string =>
  databaseDirectUrl === undefined ? url : withCredentials(databaseDirectUrl, parseServerAddress(url))

const credentialsText = (user: string, password: string): string =>
  user === '' ? '' : `${encodeURIComponent(user)}${password === '' ? '' : `:${encodeURIComponent(password)}`}@`

const checkHost = (host: string, at: number, count: number): void => {
  const which = count === 1 ? 'the host' : `host ${at + 1} of ${count}`
  if (count === 1 && SOCKET.test(host)) return
  if (host === '') throw new ServerAddressError(`${which} is empty`)
  const port = HOST.exec(host)
  if (!port) throw new ServerAddressError(`${which} ("${host}") is no host:port; an IPv6 address stands in [ ]`)
  if (port[1] !== undefined && !(Number(port[1]) >= 1 && Number(port[1]) <= 65_535))
    throw new ServerAddressError(`${which} ("${host}") has a port that is not from 1 to 65535`)
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new ServerAddressError('the % in user or password begins no escaped sign; a % itself is written %25')
  }
}
