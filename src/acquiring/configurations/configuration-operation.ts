/** Functions that the operations on one configuration share. */
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { StoredConfiguration } from './configuration-store.ts'

export const requireConfiguration = (row: StoredConfiguration | undefined): StoredConfiguration => {
  if (row) return row
  throw new Problem('resource_not_found', {
    detail: phrase`This tenant has no configuration with this id; GET /api/v1/connector-configurations lists them.`,
  })
}
