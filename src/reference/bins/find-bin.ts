/** GET /api/v1/lookups/bins/{bin}: what is known about a card's first digits. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import type { ReferenceLookup } from '../reference-data.ts'
import { BinAnswer } from '../reference-schemas.ts'

export const findBin = (bins: ReferenceLookup) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/lookups/bins/:bin',
    summary: 'Read a BIN',
    description: 'An unknown BIN is answered with found false.',
    tag: 'Lookups',
    allow: 'any',
    errors: ['bad_request'], // the interface's code for an invalid BIN
    limit: 'validation',
    params: Type.Object({
      bin: Type.String({ pattern: '^[0-9]{6,8}$', description: 'First 6 to 8 digits of the card number.' }),
    }),
    answers: { 200: BinAnswer },
    handle: async ({ params: { bin } }) => {
      const { rangeOf, bankOf } = await bins.data()
      const range = rangeOf(bin)
      return ok({
        bin,
        found: range !== undefined,
        schema: range?.schema_type ?? null,
        card_type: range?.card_type ?? null,
        card_program: range?.card_program ?? null,
        country: range?.country ?? null,
        is_commercial: range?.is_commercial ?? null,
        bank_code: range?.bank_code ?? null,
        bank_name: range?.bank_name ?? null,
        bank_logo_url: (range?.bank_code && bankOf(range.bank_code)?.logo_url) || null,
      })
    },
  })
