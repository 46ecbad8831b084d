/** Resolves all addresses of a target and accepts the set only when every one may be called. */
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { checkAddress } from './address-rules.ts'
import type { Target, TargetRules } from './target-url.ts'

/**
 * A fault without a kind means that the target may not be called; the kinds mean that it could not be resolved: no such
 * name, or no answer from DNS.
 */
export type Resolved = { addresses: readonly string[] } | { fault: Phrase; kind?: 'unknown_name' | 'unavailable' }
export type Resolve = (target: Target) => Promise<Resolved>

const ANSWER_MS = 4_000 // per server and attempt; two attempts fit into the 15 s of a delivery
const TRIES = 2
const ADDRESSES_MAX = 32 // more is not a legitimate answer
/** Codes for a name or kind of address that does not exist; every other code means that DNS did not answer. */
const NOTHING = new Set(['ENODATA', 'ENOTFOUND'])

export const createResolver = (): Resolver => new Resolver({ timeout: ANSWER_MS, tries: TRIES })

/** Resolves the target again for every attempt; concurrent look-ups of one name share the answer. */
export const resolveWith = (resolver: Resolver, rules: TargetRules): Resolve => {
  const asking = new Map<string, Promise<Resolved>>()
  return async (target) => {
    if (target.isLocal) return { addresses: target.host === 'localhost' ? ['127.0.0.1', '::1'] : [target.host] }
    if (isIP(target.host)) return vetAddresses([target.host], target.host, rules)
    const running = asking.get(target.host)
    if (running) return running
    const asked = lookUp(resolver, target.host, rules).finally(() => asking.delete(target.host))
    asking.set(target.host, asked)
    return asked
  }
}

const lookUp = async (resolver: Resolver, host: string, rules: TargetRules): Promise<Resolved> => {
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses: string[] = []
  for (const answer of answers) {
    if (answer.status === 'fulfilled') addresses.push(...answer.value)
    else if (!NOTHING.has(readCode(answer.reason)))
      return { fault: phrase`DNS did not answer for ${host} (${readCode(answer.reason)})`, kind: 'unavailable' }
  }
  return vetAddresses(addresses, host, rules)
}

const vetAddresses = (addresses: readonly string[], host: string, rules: TargetRules): Resolved => {
  if (addresses.length === 0) return { fault: phrase`${host} has no address in DNS`, kind: 'unknown_name' }
  if (addresses.length > ADDRESSES_MAX) return { fault: phrase`${host} has more than ${ADDRESSES_MAX} addresses` }
  // A name in DNS must never lead to loopback, whatever the switch says: only the three local spellings may.
  for (const address of addresses) {
    const fault = checkAddress(address, { ...rules, allowLoopback: false })
    if (fault !== null) return { fault: isIP(host) ? fault : phrase`${host} leads to ${fault}` }
  }
  return { addresses }
}

const readCode = (error: unknown): string => (error as { code?: string }).code ?? 'unknown'
