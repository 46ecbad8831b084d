/** Where the sealed tax numbers of transfers and recipients live; cards are the vault's (acquiring/card-vault.ts). */
import type { Place } from '../../infra/crypto/sealer.ts'

export const taxIdPlaceOf = (table: 'transfers' | 'recipients', rowId: string): Place => ({
  table,
  rowId,
  column: 'tax_id_sealed',
})
