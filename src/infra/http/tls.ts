/** The program's TLS certificates: read once for all servers, and again when the files change or SIGHUP asks; a broken new pair changes nothing. */
import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { createSecureContext, Server as TlsServer } from 'node:tls'
import type { Config } from '../process/config.ts'
import { every } from '../process/every.ts'
import type { Log } from '../process/log.ts'
import { InvalidSettingError } from '../process/setting-parsers.ts'

export interface Tls {
  /** Options of `https.createServer`. */
  readonly options: Pair & { minVersion: 'TLSv1.2'; ALPNProtocols: string[] }
  /** Gives this server's new connections the newest certificate; open ones stay. */
  serve(server: object): void
  /** When the certificate in use ends. */
  expires(): Date
  close(): void
}

interface Pair {
  readonly cert: string
  readonly key: string
}

const LOOK_MS = 2_000
const WARN_DAYS = 21
const WARN_EVERY_MS = 12 * 3_600_000
const DAY_MS = 86_400_000
const MODERN = { minVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'] } as {
  minVersion: 'TLSv1.2'
  ALPNProtocols: string[]
}

/** Returns undefined if the program speaks plain HTTP. */
export const openTls = ({ tls: files }: Pick<Config, 'tls'>, log: Log): Tls | undefined => {
  if (files === undefined) return undefined
  const servers = new Set<TlsServer>()
  let pair = firstPair(files)
  let tried = stampOf(files)
  let seen = tried

  const reload = (): void => {
    tried = stampOf(files)
    try {
      const fresh = readPair(files)
      const { expires, isValid } = validity(fresh.cert)
      if (!isValid) throw new Error(`the certificate is not valid now (until ${expires.toISOString()})`)
      for (const server of servers) server.setSecureContext({ ...fresh, ...MODERN })
      pair = fresh
      log.info('tls.reloaded', { expires: expires.toISOString() })
    } catch (err) {
      log.warn('tls.kept', { hint: 'the certificate of before stays in use', err: err as Error })
    }
  }
  /** The files are written one after the other, so a pair is used only if it is unchanged between two checks. */
  const look = (): void => {
    const now = stampOf(files)
    if (now !== tried && now === seen) reload()
    seen = now
  }
  const warn = (): void => {
    const { expires } = validity(pair.cert)
    const days = Math.floor((expires.getTime() - Date.now()) / DAY_MS)
    if (days < WARN_DAYS) log.warn('tls.expires', { expires: expires.toISOString(), days })
  }
  warn()
  process.on('SIGHUP', reload)
  const stops = [every(LOOK_MS, look), every(WARN_EVERY_MS, warn)]
  return {
    get options() {
      return { ...pair, ...MODERN }
    },
    serve(server) {
      if (!(server instanceof TlsServer)) throw new Error('a server without TLS')
      servers.add(server)
      server.once('close', () => servers.delete(server))
    },
    expires: () => validity(pair.cert).expires,
    close() {
      process.off('SIGHUP', reload)
      for (const stop of stops) stop()
    },
  }
}

type Files = NonNullable<Config['tls']>

/** Reads the pair at startup: a broken pair is a setting to fix; an expired one is used all the same, and logged. */
const firstPair = (files: Files): Pair => {
  try {
    return readPair(files)
  } catch (error) {
    throw new InvalidSettingError('VEZNE_TLS_CERT', `${files.cert} and ${files.key}: ${(error as Error).message}`)
  }
}

/** Throws if a file is missing or not PEM, or if the key does not belong to the certificate. */
export const readPair = (files: Files): Pair => {
  const pair = { cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8') }
  createSecureContext(pair)
  return pair
}

export const validity = (cert: string): { expires: Date; isValid: boolean } => {
  const { validFromDate, validToDate } = new X509Certificate(cert)
  return { expires: validToDate, isValid: validFromDate.getTime() <= Date.now() && Date.now() < validToDate.getTime() }
}

/** Returns a fingerprint of both files' state; a missing file is a state, too. */
const stampOf = (files: Files): string =>
  [files.cert, files.key]
    .map((path) => {
      const found = statSync(path, { throwIfNoEntry: false })
      return found === undefined ? 'none' : `${found.ino} ${found.mtimeMs} ${found.size}`
    })
    .join(', ')
