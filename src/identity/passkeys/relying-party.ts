/** The relying party of passkeys: the host name of the console's address. Devices accept only names, no IP addresses. */
import { isIP } from 'node:net'
import type { Config } from '../../infra/process/config.ts'

export interface RelyingParty {
  readonly id: string
  /** Origins at which a browser may offer them. */
  readonly origins: readonly string[]
}

/** Returns null if the console's address is an IP address. A sandbox on loopback has the name localhost, too. */
export const findRelyingParty = ({ env, urls }: Pick<Config, 'env' | 'urls'>): RelyingParty | null => {
  const { hostname, origin, protocol, port } = new URL(urls.console)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) === 0) return { id: hostname, origins: [origin] }
  if (env !== 'sandbox') return null
  return { id: 'localhost', origins: [`${protocol}//localhost${port === '' ? '' : `:${port}`}`] }
}
