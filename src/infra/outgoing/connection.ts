/** One connection to one target at vetted addresses: HTTP/1.1, one request at a time, kept alive briefly. */
import net from 'node:net'
import tls from 'node:tls'
import { Client, type Dispatcher } from 'undici'
import type { Target } from './target-url.ts'

export interface OutgoingConnection {
  /** Requests it has served; a failure on a reused connection may only mean that the other side had closed it. */
  served: number
  /** A value of performance.now() at its last response. */
  idleSince: number
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void
  /** Destroys the socket at once, also while it is connecting. */
  destroy(): void
}

export interface OutgoingConnectionOptions {
  /** Certificate authorities trusted instead of the system's; for tests. */
  ca?: string | undefined
  /** Idle connections kept per target; a bank is called more often than a subscriber. */
  idlePerTargetMax?: number | undefined
}

const HEADER_BYTES_MAX = 16 * 1024

export const openConnection = (
  target: Target,
  addresses: readonly string[],
  options: OutgoingConnectionOptions,
): OutgoingConnection => {
  let socket: net.Socket | undefined
  const client = new Client(target.url.origin, {
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: HEADER_BYTES_MAX,
    // The caller enforces the budget of the whole attempt.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 60_000,
    connect: (_, done) => {
      socket = connect(target, addresses, options)
      socket.setNoDelay(true)
      socket.once('error', (error) => done(error, null))
      socket.once(target.isSecure ? 'secureConnect' : 'connect', () => done(null, socket as net.Socket))
    },
  })
  return {
    served: 0,
    idleSince: 0,
    dispatch: (request, handler) => void client.dispatch(request, handler),
    destroy() {
      client.destroy().catch(() => undefined)
      socket?.destroy()
    },
  }
}

const connect = (target: Target, addresses: readonly string[], { ca }: OutgoingConnectionOptions): net.Socket => {
  const { host, port } = target
  const place = { host, port, lookup: pinned(addresses), autoSelectFamily: true }
  if (!target.isSecure) return net.connect(place)
  return tls.connect({
    ...place,
    ...(net.isIP(host) ? {} : { servername: host }),
    ...(ca === undefined ? {} : { ca }),
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
  })
}

/**
 * Returns a look-up that knows only the vetted addresses. Node asks for one address or, if it chooses the family
 * itself, for `all`.
 */
const pinned = (addresses: readonly string[]): net.LookupFunction => {
  const resolvedAddresses = addresses.map((address) => ({ address, family: net.isIP(address) }))
  return (_, options, done) => {
    const wanted = typeof options.family === 'string' ? Number(options.family.slice(3)) : options.family
    const fitting = wanted ? resolvedAddresses.filter(({ family }) => family === wanted) : resolvedAddresses
    const [first] = fitting
    if (!first) return done(new Error('no vetted address of this family'), '', 0)
    return options.all ? done(null, fitting) : done(null, first.address, first.family)
  }
}
