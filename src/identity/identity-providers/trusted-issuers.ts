/** The external issuers in force, all of them in memory: a token of any other issuer is refused without a request. */

import { createInvalidatedCache } from '../../infra/database/invalidated-cache.ts'
import { allThatAnswer } from '../../infra/database/shards/across-shards.ts'
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

export const createTrustedIssuers = ({ db, notifications }: Pick<Runtime, 'db' | 'notifications'>): TrustedIssuers => {
  const kept = createInvalidatedCache({
    entriesMax: db.shards.length,
    freshness: notifications.freshness,
    load: (shard) =>
      db.transaction({ as: 'platform', on: Number(shard) }, async (tx) => byIssuer(await listTrustedProviders(tx))),
  })
  const stop = notifications.subscribe('identity_providers', () => kept.clear())
  const find = async (issuer: string) => {
    const ofShards = await allThatAnswer(db.shards.map((shard) => kept.get(String(shard))))
    const found = ofShards.answers.flatMap((issuers) => [...(issuers.get(issuer) ?? [])])
    if (found.length === 0 && ofShards.failure !== undefined) throw ofShards.failure
    return found.length === 0 ? undefined : new Map(found)
  }
  return { of: find, close: () => void stop() }
}

const byIssuer = (rows: readonly ProviderRow[]): ReadonlyMap<string, ReadonlyMap<string, TrustedProvider>> => {
  const issuers = new Map<string, Map<string, TrustedProvider>>()
  for (const row of rows) {
    const audiences = issuers.get(row.issuer) ?? new Map()
    issuers.set(row.issuer, audiences.set(row.audience, { ...row, version: JSON.stringify(row) }))
  }
  return issuers
}
