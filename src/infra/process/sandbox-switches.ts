/** Settings that only a sandbox may have on: production refuses to start with them. */
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

/** An address or name of this machine; a name of somebody else's may begin with 127, too. */
const isLoopback = (host: string): boolean =>
  host === '::1' || host === 'localhost' || (isIPv4(host) && host.startsWith('127.'))

/** One click signs in whoever comes, so by default only where nobody from elsewhere can: no other name, and no proxy that may pass somebody on. */
export const isForThisMachine = (host: string, consoleUrl: string, trustedProxies: readonly string[]): boolean =>
  isLoopback(host) && isLoopback(new URL(consoleUrl).hostname.replace(/^\[|\]$/g, '')) && trustedProxies.length === 0
