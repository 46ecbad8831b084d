/** The blacklist's operations, each once for the platform and once for a tenant. */
import type { Endpoint } from '../../access/endpoint.ts'
import { createEntry } from './create-blacklist-entry.ts'
import { removeEntry } from './delete-blacklist-entry.ts'
import { listEntries } from './list-blacklist-entries.ts'

export const blacklistEndpoints: readonly Endpoint[] = (['platform', 'tenant'] as const).flatMap((side) =>
  [listEntries, createEntry, removeEntry].map((make) => make(side)),
)
