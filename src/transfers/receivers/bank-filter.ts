/** The bank by which lists of receivers are filtered. */
import { Type } from 'typebox'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { described, Uuid } from '../../core/schema.ts'
import type { ReferenceData } from '../../reference/reference-data.ts'

export const BankParams = Type.Object({ bank_id: described(Uuid, 'Id of the bank, as in GET /api/v1/lookups/banks.') })

/** Returns undefined for any bank; null for an id that no bank has. */
export const toBankFilter = (bankId: string | undefined, { banks }: ReferenceData): { bankCode?: string | null } =>
  bankId === undefined ? {} : { bankCode: banks.find(({ id }) => id === bankId)?.code ?? null }

export const requireBankInPath = (bankId: string, data: ReferenceData): { bankCode: string } => {
  const { bankCode } = toBankFilter(bankId, data)
  if (bankCode) return { bankCode }
  throw new Problem('bank_not_found', { detail: phrase`No bank has this id.` })
}
