/** The external issuers in force, all of them in memory: a token of any other issuer is refused without a request. */

import { createInvalidatedCache } from '../../infra/database/invalidated-cache.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { listTrustedProviders, type ProviderRow } from './provider-store.ts'

export interface TrustedIssuers {
  /** Returns the providers by audience; undefined if no tenant trusts this issuer. */
  of(issuer: string): Promise<ReadonlyMap<string, TrustedProvider> | undefined>
  close(): void
}

export interface TrustedProvider extends ProviderRow {
  /** Changes whenever anything about the provider changes. */
  readonly version: string
}

const ALL = 'all'

export const createTrustedIssuers = ({ db, notifications }: Pick<Runtime, 'db' | 'notifications'>): TrustedIssuers => {
  const kept = createInvalidatedCache({
    entriesMax: 1,
    freshness: notifications.freshness,
    load: () => db.transaction({ as: 'platform' }, async (tx) => byIssuer(await listTrustedProviders(tx))),
  })
  const stop = notifications.subscribe('identity_providers', () => kept.clear())
  return { of: async (issuer) => (await kept.get(ALL)).get(issuer), close: () => void stop() }
}

const byIssuer = (rows: readonly ProviderRow[]): ReadonlyMap<string, ReadonlyMap<string, TrustedProvider>> => {
  const issuers = new Map<string, Map<string, TrustedProvider>>()
  for (const row of rows) {
    const audiences = issuers.get(row.issuer) ?? new Map()
    issuers.set(row.issuer, audiences.set(row.audience, { ...row, version: JSON.stringify(row) }))
  }
  return issuers
}
