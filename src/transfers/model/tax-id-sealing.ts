/** Sealing contexts of the tax numbers of transfers and recipients; cards belong to the vault (acquiring/card-vault.ts). */
import type { SealingContext } from '../../infra/crypto/sealer.ts'

export const taxIdSealingContext = (table: 'transfers' | 'recipients', rowId: string): SealingContext => ({
  table,
  rowId,
  column: 'tax_id_sealed',
})
