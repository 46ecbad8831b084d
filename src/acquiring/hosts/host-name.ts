/** Hosts of banks in canonical form for comparison, and the host of an address. Pure. */
import { parseTarget, type TargetRules } from '../../infra/outgoing/target-url.ts'

/** Returns the name in lower case without trailing dot, IDN as punycode, or an address literal without brackets; null if the text is no host. */
export const canonicalHost = (text: string): string | null => {
  if (!/^(\[[0-9A-Fa-f:.]+\]|[^\s/?#@\\:[\]%*]+)$/u.test(text) || !URL.canParse(`https://${text}/`)) return null
  const host = new URL(`https://${text}/`).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return host === '' || host.endsWith('.') ? null : host
}

/** The host an address calls; null where it cannot be a bank's address. */
export const hostAndPort = (url: string, rules: TargetRules): { host: string; port: number } | null => {
  const target = parseTarget(url, rules)
  return 'fault' in target ? null : { host: target.host, port: target.port }
}
