/** What has to hear of the rows of a divided table that leave or change without a trigger: handed in, since lists stand above. */
import type { Tx } from '../database.ts'

export interface ListsOfParts {
  /** In the transaction, across tenants, that then takes out every row of the table before this id. */
  cut(tx: Tx, table: string, beforeId: string): Promise<void>
  /** In the transaction, across tenants, that has put a part with emptied columns in the place of the one before. */
  renew(tx: Tx, table: string, part: string): Promise<void>
}
