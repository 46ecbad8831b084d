/** Checks what can be checked of a target's URL without DNS: scheme, user, host name, port, literal address. */
import { isIP } from 'node:net'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { REFUSED_PORTS } from '../process/refused-ports.ts'
import { type AddressRules, checkAddress, isTransitionForm } from './address-rules.ts'

export interface TargetRules extends AddressRules {
  /** Our own public host names: no caller may make us call ourselves. */
  ownHosts?: readonly string[]
  /** Allows only loopback, for the sandbox's banks. */
  isLocalOnly?: boolean
  /** A name without an address may be stored; it is checked again before each call. */
  acceptsUnknownNames?: boolean
}

export interface Target {
  readonly url: URL
  /** Host name without trailing dot, or the literal address without brackets. */
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
  /** The host is loopback, in one of the spellings the sandbox accepts. */
  readonly isLocal: boolean
}

const URL_LENGTH_MAX = 2_048
/**
 * Plain http is allowed only to these hosts, and only with the sandbox's switch; no other spelling of loopback is
 * accepted.
 */
const LOCAL_HOSTS = new Set(['127.0.0.1', '[::1]', 'localhost'])
/** Names that never lead to the public Internet (RFC 6761, 6762, 8375, and what clouds and home routers use). */
const PRIVATE_SUFFIXES =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|arpa|onion|test|invalid)$/

/** Returns the target, or why it is refused permanently, whatever DNS says. */
export const parseTarget = (text: string, rules: TargetRules): Target | { fault: Phrase } => {
  if (text.length > URL_LENGTH_MAX) return { fault: phrase`the URL is longer than ${URL_LENGTH_MAX} characters` }
  if (/[\s\\\u0000-\u0020\u007f]/.test(text))
    return { fault: phrase`the URL contains blanks, backslashes or control characters` }
  if (!/^https?:\/\/[^/?#]/i.test(text) || !URL.canParse(text)) return { fault: phrase`not an absolute https URL` }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || text.split(/[/?#]/)[2]?.includes('@'))
    return { fault: phrase`a URL with user or password is refused` }

  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isSecure = url.protocol === 'https:'
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port)
  const isLocal = rules.allowLoopback && LOCAL_HOSTS.has(writtenHost(text))
  const target = { url, host, port, isSecure, isLocal }
  const fault =
    (REFUSED_PORTS.has(port) ? phrase`port ${port} belongs to another service` : null) ??
    (isLocal ? null : (schemeFault(isSecure) ?? localFault(rules) ?? hostFault(host, rules)))
  return fault === null ? target : { fault }
}

/** Returns the host as the caller spelt it, so that 2130706433 or 0x7f.1 are not taken for a plain 127.0.0.1. */
const writtenHost = (text: string): string => (text.split(/[/?#]/)[2] ?? '').replace(/:[0-9]*$/, '').toLowerCase()

const schemeFault = (isSecure: boolean): Phrase | null => (isSecure ? null : phrase`the scheme must be https`)

const localFault = ({ isLocalOnly }: TargetRules): Phrase | null =>
  isLocalOnly ? phrase`the sandbox calls 127.0.0.1, [::1] and localhost alone` : null

const hostFault = (host: string, rules: TargetRules): Phrase | null => {
  if (isIP(host)) return isTransitionForm(host) ? phrase`${host} hides another address` : literalFault(host, rules)
  if (!host.includes('.')) return phrase`${host} is not a full host name`
  // Names inside an operator's own networks may end like this; their resolved addresses are checked in any case.
  if (PRIVATE_SUFFIXES.test(host) && !rules.allowedNetworks?.length) return phrase`${host} is not a public host name`
  if (rules.ownHosts?.includes(host)) return phrase`${host} is this service itself`
  return null
}

/** A loopback literal gets here only in a spelling that is not accepted as local. */
const literalFault = (host: string, rules: TargetRules): Phrase | null =>
  checkAddress(host, { ...rules, allowLoopback: false })
