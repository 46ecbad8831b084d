/** GET /api/v1/lookups/bank-bins: BIN ranges, by their start. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { listQuery, pageSchema } from '../../core/pagination.ts'
import { described } from '../../core/schema.ts'
import { filterInMemory, pageInMemory } from '../filter-in-memory.ts'
import type { ReferenceLookup } from '../reference-data.ts'
import { BankBinSchema } from '../reference-schemas.ts'
import type { BankBin } from '../reference-store.ts'

const Digits = Type.String({ pattern: '^[0-9]{1,8}$', description: 'Rows whose range covers these digits' })

export const listBankBins = (bins: ReferenceLookup) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/lookups/bank-bins',
    summary: 'List BIN ranges',
    description: 'Which beginnings of card numbers belong to which bank, scheme, type and card programme.',
    tag: 'Lookups',
    allow: 'any',
    limit: 'lookups',
    query: Type.Object({
      bank_code: Type.Optional(Type.String({ maxLength: 10, description: 'Only ranges of the bank with this code.' })),
      bin: Type.Optional(described(Digits, 'Only the ranges in which this BIN lies.')),
      bin_prefix: Type.Optional(described(Digits, 'Only ranges that contain a BIN with these first digits.')),
      ...listQuery,
    }),
    answers: { 200: pageSchema(BankBinSchema, 'BankBinPage') },
    handle: async ({ query }) => {
      const { bankBins } = await bins.data()
      const digits = query.bin ?? query.bin_prefix
      const found = filterInMemory(bankBins, {
        ...query,
        turkish: ({ bank_name }) => [bank_name],
        plain: ({ bank_code, bin_start, bin_end }) => [bank_code, bin_start, bin_end],
      }).filter(
        (range) =>
          (query.bank_code === undefined || range.bank_code === query.bank_code) &&
          (digits === undefined || covers(range, digits)),
      )
      return ok(pageInMemory(found, query))
    },
  })

/** Compares as many digits as both sides have. */
const covers = ({ bin_start, bin_end }: BankBin, digits: string): boolean => {
  const length = Math.min(digits.length, bin_start.length)
  const prefix = digits.slice(0, length)
  return bin_start.slice(0, length) <= prefix && prefix <= bin_end.slice(0, length)
}
