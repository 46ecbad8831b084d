/** Slows down guessing of passwords: ten failures in 15 minutes lock an account for 30, and a network longer. */
import { hash } from 'node:crypto'
import type { RateLimiter } from '../../access/limits/rate-limiter.ts'
import { toClientNetwork } from '../tokens/authentication-throttle.ts'

const FAILURES_MAX = 10
const COUNTED_MS = 15 * 60_000
const ACCOUNT_WAITS_MS = 30 * 60_000 // PCI DSS 4.0, 8.3.4
/** The network all ten came from: when the account opens again its owner gets in first. */
const NETWORK_WAITS_MS = 60 * 60_000

/** An attempt at one account, known or not, from one network. */
interface LoginAttempt {
  readonly tenantId: string
  /** Null if there is no such user; then the name as sent is counted. */
  readonly userId: string | null
  readonly username: string
  readonly address: string
  /** Real time, ms. */
  readonly nowMs: number
}

export interface LoginThrottle {
  /** Returns true if not even the right password is accepted now. */
  isClosed(guess: LoginAttempt): Promise<boolean>
  failed(guess: LoginAttempt): Promise<void>
  succeeded(guess: LoginAttempt): Promise<void>
  /** After an administrator has set a new password, earlier failures do not count. */
  open(tenantId: string, userId: string): Promise<void>
}

export const createLoginThrottle = (windows: RateLimiter['windows']): LoginThrottle => {
  const count = async (key: string, waitsMs: number, nowMs: number): Promise<void> => {
    const { count } = await windows.count(`failures ${key}`, COUNTED_MS, nowMs)
    if (count < FAILURES_MAX) return
    await windows.count(`closed ${key}`, waitsMs, nowMs)
    await windows.forget(`failures ${key}`)
  }
  const forget = async (key: string, nowMs: number): Promise<void> => {
    if (await windows.look(`failures ${key}`, nowMs)) await windows.forget(`failures ${key}`)
  }
  return {
    async isClosed(guess) {
      const [account, pair] = await Promise.all(
        [accountOf(guess), pairOf(guess)].map((key) => windows.look(`closed ${key}`, guess.nowMs)),
      )
      return account !== null || pair !== null
    },
    async failed(guess) {
      await Promise.all([
        count(accountOf(guess), ACCOUNT_WAITS_MS, guess.nowMs),
        count(pairOf(guess), NETWORK_WAITS_MS, guess.nowMs),
      ])
    },
    async succeeded(guess) {
      await Promise.all([accountOf(guess), pairOf(guess)].map((key) => forget(key, guess.nowMs)))
    },
    async open(tenantId, userId) {
      const account = `login ${tenantId} ${userId}`
      await Promise.all([`failures ${account}`, `closed ${account}`].map((key) => windows.forget(key)))
    },
  }
}

const accountOf = ({ tenantId, userId, username }: LoginAttempt): string =>
  `login ${tenantId} ${userId ?? nameless(username)}`
/** An unknown name: of a bounded length, and not readable in the stored windows. */
const nameless = (username: string): string => hash('sha256', username.toLowerCase(), 'base64url')
const pairOf = (guess: LoginAttempt): string => `${accountOf(guess)} ${toClientNetwork(guess.address)}`
