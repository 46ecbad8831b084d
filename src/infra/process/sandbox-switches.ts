/** Settings that only a sandbox may enable; production refuses to start with them. */
import { isIPv4 } from 'node:net'
import { InvalidSettingError } from './setting-parsers.ts'

export type SandboxSwitch = 'VEZNE_ALLOW_HTTP' | 'VEZNE_ALLOW_LOCAL_WEBHOOKS' | 'VEZNE_DEMO_SIGN_IN'

export const sandboxSwitch = (name: SandboxSwitch, isOn: boolean, isSandbox: boolean): boolean => {
  if (isOn && !isSandbox)
    throw new InvalidSettingError(name, 'VEZNE_ENV=production refuses to start with a sandbox-only switch on')
  return isOn
}

export const seedOfSandbox = (seed: string | undefined, isSandbox: boolean): string | undefined => {
  if (seed === undefined || isSandbox) return seed
  throw new InvalidSettingError('VEZNE_DEMO_SECRET_SEED', 'VEZNE_ENV=production takes no secrets that others may know')
}

/** Returns whether the host is an address or name of this machine; a foreign host name may also begin with 127. */
const isLoopback = (host: string): boolean =>
  host === '::1' || host === 'localhost' || (isIPv4(host) && host.startsWith('127.'))

/**
 * Demo sign-in takes one click and no password, so by default it is on only if the console cannot be reached from
 * elsewhere: under no other name, and through no proxy.
 */
export const isForThisMachine = (host: string, consoleUrl: string, trustedProxies: readonly string[]): boolean =>
  isLoopback(host) && isLoopback(new URL(consoleUrl).hostname.replace(/^\[|\]$/g, '')) && trustedProxies.length === 0
