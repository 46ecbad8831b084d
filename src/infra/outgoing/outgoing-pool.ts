/**
 * Keeps a target's idle connections for a moment, so that a busy receiver does not need a new connection for every event. An Agent of undici
 * keeps them by origin and does not tell whether one has served before; here a connection counts only for the addresses that were vetted for
 * this very call, and a request is written again only if a reused connection turns out to be closed.
 */
import { every } from '../process/every.ts'
import { type OutgoingConnection, type OutgoingConnectionOptions, openConnection } from './connection.ts'
import type { Target } from './target-url.ts'

const IDLE_MS = 4_000 // many servers close after five seconds: close first
const IDLE_PER_TARGET_MAX = 16

export class ConnectionPool {
  readonly #options: OutgoingConnectionOptions
  readonly #idle = new Map<string, OutgoingConnection[]>()
  readonly #busy = new Set<OutgoingConnection>()
  readonly #stop: () => void

  constructor(options: OutgoingConnectionOptions) {
    this.#options = options
    this.#stop = every(IDLE_MS / 4, () => this.#letGo(performance.now() - IDLE_MS))
  }

  /** Returns a connection to exactly these addresses. `isFresh` excludes pooled ones, which may have gone stale. */
  take(target: Target, addresses: readonly string[], isFresh = false): OutgoingConnection {
    const idle = isFresh ? undefined : this.#idle.get(toKey(target, addresses))
    const line = idle?.pop() ?? openConnection(target, addresses, this.#options)
    this.#busy.add(line)
    return line
  }

  /** Returns a connection to the pool once its response was read to the end. */
  keep(line: OutgoingConnection, target: Target, addresses: readonly string[]): void {
    this.#busy.delete(line)
    line.served++
    line.idleSince = performance.now()
    const key = toKey(target, addresses)
    const idle = this.#idle.get(key)
    if (idle === undefined) this.#idle.set(key, [line])
    else if (idle.length >= (this.#options.idlePerTargetMax ?? IDLE_PER_TARGET_MAX)) line.destroy()
    else idle.push(line)
  }

  drop(line: OutgoingConnection): void {
    this.#busy.delete(line)
    line.destroy()
  }

  close(): void {
    this.#stop()
    this.#letGo(Number.POSITIVE_INFINITY)
    for (const line of this.#busy) line.destroy()
  }

  #letGo(before: number): void {
    for (const [key, idle] of this.#idle) {
      const kept = idle.filter((line) => line.idleSince > before)
      for (const line of idle) if (line.idleSince <= before) line.destroy()
      if (kept.length > 0) this.#idle.set(key, kept)
      else this.#idle.delete(key)
    }
  }
}

/** Another set of addresses gives another key, so a connection is never reused for a target that has moved. */
const toKey = ({ url, host }: Target, addresses: readonly string[]): string =>
  `${url.protocol}//${host}:${url.port} ${[...addresses].sort().join(' ')}`
