/** For whom passkeys are made: the name of the console's address. Devices know names alone, no IP addresses. */
import { isIP } from 'node:net'
import type { Config } from '../../infra/process/config.ts'

export interface RelyingParty {
  readonly id: string
  /** Where a browser may show them. */
  readonly origins: readonly string[]
}

/** Null: the console is reached by an IP address. A sandbox on loopback is reached as localhost, too. */
export const relyingPartyOf = ({ env, urls }: Pick<Config, 'env' | 'urls'>): RelyingParty | null => {
  const { hostname, origin, protocol, port } = new URL(urls.console)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) === 0) return { id: hostname, origins: [origin] }
  if (env !== 'sandbox') return null
  return { id: 'localhost', origins: [`${protocol}//localhost${port === '' ? '' : `:${port}`}`] }
}
