/** Addresses of the hosted page. */
import { readSignedToken, signToken } from '../../infra/crypto/signed-token.ts'
import type { Config } from '../../infra/process/config.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { SessionRow } from './session-row.ts'

export const PAGE_PATH = '/checkout'
/** Includes a version, because a released script never changes. */
export const CHECKOUT_SCRIPT_PATH = `${PAGE_PATH}/v1.js`
/** Path of the frame with card fields. */
export const FIELDS_PATH = '/fields'
const PURPOSE = 'checkout-back'
/** A challenge that began in the last second of the session, and some time to come back. */
const BACK_MS = 60 * 60_000

export const toPageUrl = ({ urls }: Pick<Config, 'urls'>, sessionId: string): string =>
  `${urls.cards}${PAGE_PATH}/${sessionId}`

/** Where a bank sends the browser: stored with the challenge, so it holds no session id. */
export const toBackUrl = (
  { config, sealer }: Pick<Runtime, 'config' | 'sealer'>,
  { tenant_id, id }: Pick<SessionRow, 'tenant_id' | 'id'>,
  language: string,
): string => `${config.urls.cards}${PAGE_PATH}/back/${signToken(sealer, PURPOSE, [tenant_id, id])}?lang=${language}`

export const readBackToken = (
  { sealer, clock }: Pick<Runtime, 'sealer' | 'clock'>,
  token: string,
): { tenantId: string; id: string; isOpen: (session: Pick<SessionRow, 'expires_at'>) => boolean } | undefined => {
  const [tenantId, id] = readSignedToken(sealer, PURPOSE, token, 2) ?? []
  if (tenantId === undefined || id === undefined) return undefined
  return { tenantId, id, isOpen: ({ expires_at }) => clock.ms() < expires_at.getTime() + BACK_MS }
}

/** The shop's own query stays; the shop must not trust the added values, and verifies them through the interface. */
export const withQuery = (address: string, added: Record<string, string>): string => {
  const url = new URL(address)
  const text = new URLSearchParams(added).toString()
  url.search = url.search === '' ? `?${text}` : `${url.search}&${text}`
  return url.href
}

/** Returns the address that a browser goes to from the page; null if the shop named none. */
export const toShopUrl = (
  { kind, success_url, cancel_url }: Pick<SessionRow, 'kind' | 'success_url' | 'cancel_url'>,
  isPaid: boolean,
): string | null => (isPaid || kind === 'link' ? success_url : cancel_url)
