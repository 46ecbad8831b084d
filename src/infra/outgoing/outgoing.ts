/** Calls addresses that callers supplied: vetted, pinned, within one budget of time and bytes, never redirected. */
import type { Resolver } from 'node:dns/promises'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { assertNoTransaction } from '../database/database.ts'
import { inSpan } from '../process/tracing.ts'
import type { Exchange, OutgoingRequest } from './exchange.ts'
import { exchange } from './exchange.ts'
import { ConnectionPool } from './outgoing-pool.ts'
import { createResolver, type Resolve, type Resolved, resolveWith } from './resolve-target.ts'
import { parseTarget, type Target, type TargetRules } from './target-url.ts'

export type { Exchange, OutgoingRequest } from './exchange.ts'

export interface Outgoing {
  /**
   * Returns why this URL may not be called (its form, or the addresses in DNS), or null. Check it before storing a URL.
   * Throws service_unavailable.
   */
  fault(url: string): Promise<Phrase | null>
  /** Makes one call; never throws for what the other side does. Vets the URL and its addresses again. */
  send(request: OutgoingRequest): Promise<Exchange>
  /** Ends every connection. */
  close(): void
}

interface OutgoingOptions {
  rules: TargetRules
  resolver?: Resolver
  /** Certificate authorities trusted instead of the system's; for tests. */
  ca?: string
  idlePerTargetMax?: number
}

const VETTING_MS = 8_000 // a caller is waiting for the response to a create or update

export const createOutgoing = ({ rules, resolver = createResolver(), ...options }: OutgoingOptions): Outgoing => {
  const resolve = resolveWith(resolver, rules)
  const lines = new ConnectionPool(options)
  return {
    async fault(url) {
      assertNoTransaction()
      const target = parseTarget(url, rules)
      if ('fault' in target) return target.fault
      const resolved = await within(VETTING_MS, target, resolve)
      if ('addresses' in resolved) return null
      if (resolved.kind === 'unavailable')
        throw new Problem('service_unavailable', {
          detail: phrase`${resolved.fault}, so the address cannot be judged; repeat.`,
        })
      return resolved.kind === 'unknown_name' && rules.acceptsUnknownNames ? null : resolved.fault
    },
    send(request) {
      assertNoTransaction()
      const target = parseTarget(request.url, rules)
      return traced(target, request, (sent) => exchange(target, sent, resolve, lines))
    },
    close: () => lines.close(),
  }
}

/** A span of the request, whose id it carries. The path is left out: it may hold what only the two sides know. */
const traced = (
  target: ReturnType<typeof parseTarget>,
  request: OutgoingRequest,
  send: (request: OutgoingRequest) => Promise<Exchange>,
): Promise<Exchange> =>
  inSpan(
    () => ({
      name: request.method,
      kind: 'client',
      attributes: { 'http.request.method': request.method, ...('fault' in target ? {} : addressOf(target)) },
    }),
    async (span) => {
      if (span === undefined) return send(request)
      const done = await send({ ...request, headers: { ...request.headers, traceparent: span.traceparent } })
      span.set({ 'http.response.status_code': done.status })
      if (done.fault !== null) span.fail(done.isSent ? 'no_answer' : 'not_sent')
      else if (done.status !== null && done.status >= 400) span.fail(String(done.status))
      return done
    },
  )

const addressOf = ({ url, host, port }: Target) => ({
  'server.address': host,
  'server.port': Number(port),
  'url.scheme': url.protocol.replace(':', ''),
})

const within = async (ms: number, target: Target, resolve: Resolve): Promise<Resolved> => {
  const late = Promise.withResolvers<Resolved>()
  const timer = setTimeout(
    () => late.resolve({ fault: phrase`DNS did not answer for ${target.host} in time`, kind: 'unavailable' }),
    ms,
  )
  return Promise.race([resolve(target), late.promise]).finally(() => clearTimeout(timer))
}
