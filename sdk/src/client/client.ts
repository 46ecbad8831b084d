/** The client: one token for all calls, one surface each. */
import type { Operations as CardOperations } from '../generated/cards.ts'
import type { Operations as FraudOperations } from '../generated/fraud.ts'
import type { Operations as IdentityOperations } from '../generated/identity.ts'
import type { Operations as TransferOperations } from '../generated/transfers.ts'
import { type Credentials, readTenant, type TokenStore } from './access-token.ts'
import type { CallOptions, Transport, Waiting } from './call.ts'
import { openPayments, type Payments } from './payments.ts'
import { sharedTokenSource } from './shared-token-source.ts'
import { openSurface, type SurfaceClient } from './surface.ts'

/** Base addresses of the surfaces, without a path. */
export interface Urls {
  readonly cards: string
  readonly identity: string
  readonly transfers?: string
  readonly fraud?: string
}

export interface ClientOptions extends Credentials {
  readonly urls: Urls
  /** Merchant of calls to cards and transfers, if the token names none. */
  readonly merchantId?: string
  /** The same merchant by your own identifier. */
  readonly externalMerchantId?: string
  /** Timeout of each attempt; 30 s by default. */
  readonly timeoutMs?: number
  /** How often a call is sent again; 3 by default. */
  readonly retries?: number
  /**
   * Called for every pause before something is sent again. By default, pauses of five seconds and more are written to
   * the console.
   */
  readonly onWait?: (waiting: Waiting) => void
  /**
   * Stores access tokens for several processes. By default, clients of one process with the same credentials share
   * theirs.
   */
  readonly tokenStore?: TokenStore
  readonly fetch?: typeof fetch
  readonly now?: () => number
  readonly random?: () => number
  readonly wait?: Transport['wait']
}

export interface Vezne {
  readonly payments: Payments
  readonly cards: SurfaceClient<CardOperations>
  readonly transfers: SurfaceClient<TransferOperations>
  readonly fraud: SurfaceClient<FraudOperations>
  readonly identity: SurfaceClient<IdentityOperations>
}

/** Nothing is sent before the first call. Use one client for the life of the program, because it holds the token. */
export const createVezne = (options: ClientOptions): Vezne => {
  const transport: Transport = {
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    timeoutMs: options.timeoutMs ?? 30_000,
    retries: options.retries ?? 3,
    wait: options.wait ?? waitMs,
    random: options.random ?? Math.random,
    onWait: options.onWait ?? warnOfLongWaits,
  }
  const { realm, clientId, clientSecret, now = Date.now, tokenStore: store } = options
  const identityUrl = bare(options.urls.identity)
  const source = sharedTokenSource(options.fetch ?? fetch, { identityUrl, realm, clientId, clientSecret, now, store })
  const token = (refused?: string): Promise<string> => source.token(transport, refused)
  const merchant = (call: CallOptions): Record<string, string> => {
    const ofCall = call.merchantId !== undefined || call.externalMerchantId !== undefined
    const { merchantId, externalMerchantId } = ofCall ? call : options
    return {
      ...(merchantId === undefined ? {} : { 'x-merchant-id': merchantId }),
      ...(externalMerchantId === undefined ? {} : { 'x-external-merchant-id': externalMerchantId }),
    }
  }
  const tenant = async (): Promise<Record<string, string>> => {
    const tenantId = readTenant(await token())
    return tenantId === undefined ? {} : { 'x-tenant-id': tenantId }
  }
  const surface = <O>(
    url: string | undefined,
    name: string,
    headers: (call: CallOptions) => Promise<Record<string, string>>,
  ): SurfaceClient<O> =>
    url === undefined ? missing(name) : openSurface<O>({ url: bare(url), transport, token, headers })
  const cards = surface<CardOperations>(options.urls.cards, 'cards', async (call) => merchant(call))
  return {
    payments: openPayments(cards),
    cards,
    transfers: surface(options.urls.transfers, 'transfers', async (call) => ({
      ...merchant(call),
      ...(await tenant()),
    })),
    fraud: surface(options.urls.fraud, 'fraud', async () => ({})),
    identity: surface(options.urls.identity, 'identity', async () => ({})),
  }
}

const LONG_MS = 5_000

/** Warns of long waits, because a program that is silent for half a minute would be suspected of a fault. */
const warnOfLongWaits = ({ ms, method, url, error }: Waiting): void => {
  if (ms >= LONG_MS)
    console.warn(`vezne-sdk waits ${Math.ceil(ms / 1_000)} s before ${method} ${url}: ${error.message}`)
}

const bare = (url: string): string => url.replace(/\/+$/, '')

const missing = (name: string): never =>
  new Proxy(
    {},
    {
      get() {
        throw new TypeError(`createVezne was not given urls.${name}`)
      },
    },
  ) as never

const waitMs = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
