/** The blacklist's operations, each once for the platform and once for a tenant. */
import type { Endpoint } from '../../access/endpoint.ts'
import { createBlacklistEntry } from './create-blacklist-entry.ts'
import { deleteBlacklistEntry } from './delete-blacklist-entry.ts'
import { getBlacklistEntry } from './get-blacklist-entry.ts'
import { listBlacklistEntries } from './list-blacklist-entries.ts'

export const blacklistEndpoints: readonly Endpoint[] = (['platform', 'tenant'] as const).flatMap((side) =>
  [listBlacklistEntries, getBlacklistEntry, createBlacklistEntry, deleteBlacklistEntry].map((make) => make(side)),
)
