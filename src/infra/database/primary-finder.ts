/**
 * Finds which of several hosts takes the writes, or follows the one that does, when the last known one no longer does.
 * The server says in its greeting, and again when it changes, whether it is a standby, so this costs no statement. Of
 * two primaries the one with the higher timeline is chosen, since a promotion always begins a new one.
 */
import pg from 'pg'
import { type ServerAddress, urlOfHost } from '../process/server-address.ts'
import { isConnectionError, NoStandbyError, ReadOnlyServerError } from './database-errors.ts'

interface Host {
  readonly host: string
  readonly port: number
}

export interface PrimaryFinder {
  readonly wantsPrimary: boolean
  /** One address per host. */
  readonly urls: readonly string[]
  find(): Promise<Host>
  isCurrent(host: Host): boolean
  distrust(host: Host): void
}

const ANSWER_MS = 1_000
/**
 * How long to wait for other hosts after the first primary answered. An old primary that was cut off does not know that
 * it was replaced; its lower timeline shows it.
 */
const OTHERS_MS = 150
const LOOK = `select current_setting('transaction_read_only') = 'on' as closed,
  case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`

/** `standby` means one that follows a primary. */
export type WantedServer = 'primary' | 'standby' | 'any'

const finders = new Map<string, PrimaryFinder>()

/** Pool, notifications and jobs share what they know of the same servers. */
export const primaryFinder = (
  address: ServerAddress,
  wanted: WantedServer = address.wantsPrimary ? 'primary' : 'any',
): PrimaryFinder => {
  const key = JSON.stringify([address, wanted])
  const finder = finders.get(key) ?? makeFinder(address, wanted)
  if (address.hosts.length > 1) finders.set(key, finder)
  return finder
}

const makeFinder = (address: ServerAddress, wanted: WantedServer): PrimaryFinder => {
  const urls = address.hosts.map((host) => urlOfHost(address, host))
  const isChoice = urls.length > 1
  let primary: Host | undefined = isChoice ? undefined : hostOf(urls[0] as string)
  let looking: Promise<Host> | undefined

  const look = (): Promise<Host> => {
    looking ??= findAmong(urls, wanted)
      .then((found) => {
        primary = found
        return found
      })
      .finally(() => {
        looking = undefined
      })
    return looking
  }
  return {
    wantsPrimary: wanted === 'primary',
    urls,
    find: async () => primary ?? look(),
    isCurrent: (one) => !isChoice || (primary !== undefined && isSame(one, primary)),
    distrust(one) {
      if (!isChoice || primary === undefined || !isSame(one, primary)) return
      primary = undefined
      look().catch(() => undefined) // the next connection reports the error
    },
  }
}

const isSame = (one: Host, other: Host): boolean => one.host === other.host && one.port === other.port

/** Parses the host the way the driver reads it. */
const hostOf = (url: string): Host => {
  const { host, port } = new pg.Client({ connectionString: url })
  return { host, port }
}

interface Look {
  readonly at: number
  readonly host: Host
  readonly isOpen: boolean
  readonly timeline: string
}

/** Asks all hosts at once. Of two that take writes, the one promoted last wins; of equals, the one named first. */
const findAmong = async (urls: readonly string[], wanted: WantedServer): Promise<Host> => {
  const open: Look[] = []
  const failures: unknown[] = []
  let hasOne: () => void
  const one = new Promise<void>((resolve) => {
    hasOne = resolve
  })
  const all = Promise.all(
    urls.map(async (url, at) => {
      try {
        const look = await lookAt(url, at)
        if (wanted === 'primary' && !look.isOpen) throw new ReadOnlyServerError()
        if (wanted === 'standby' && look.timeline !== '') throw new NoStandbyError()
        open.push(look)
        hasOne()
      } catch (error) {
        failures.push(error)
      }
    }),
  )
  await Promise.race([all, one.then(() => new Promise((resolve) => setTimeout(resolve, OTHERS_MS).unref()))])
  open.sort((a, b) => (a.timeline < b.timeline ? 1 : a.timeline > b.timeline ? -1 : a.at - b.at))
  if (open[0]) return open[0].host
  // A refused password says more than a read-only host, and that says more than a silent one.
  throw (
    failures.find((error) => !isConnectionError(error)) ??
    failures.find((error) => error instanceof ReadOnlyServerError) ??
    failures[0]
  )
}

const lookAt = async (url: string, at: number): Promise<Look> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: 'vezne-primary',
  })
  client.on('error', () => undefined) // the query in flight reports the error
  try {
    await client.connect()
    const { rows } = await client.query<{ closed: boolean; timeline: string | null }>(LOOK)
    const { host, port } = client
    return { at, host: { host, port }, isOpen: !rows[0]!.closed, timeline: rows[0]!.timeline ?? '' }
  } finally {
    client.end().catch(() => undefined)
  }
}
