/** GET /api/v1/lookups/mcc-codes: merchant category codes, by code. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { listQuery, pageSchema } from '../../core/pagination.ts'
import { filterInMemory, pageInMemory } from '../filter-in-memory.ts'
import type { ReferenceLookup } from '../reference-data.ts'
import { MccCodeSchema } from '../reference-schemas.ts'

export const listMccCodes = (bins: ReferenceLookup) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/lookups/mcc-codes',
    summary: 'List merchant category codes',
    description: 'Codes (ISO 18245) that say what a merchant sells.',
    tag: 'Lookups',
    allow: 'any',
    limit: 'lookups',
    query: Type.Object({
      category: Type.Optional(Type.String({ maxLength: 50, description: 'Only merchant categories of this group.' })),
      ...listQuery,
    }),
    answers: { 200: pageSchema(MccCodeSchema, 'MccCodePage') },
    handle: async ({ query }) => {
      const { mccCodes } = await bins.data()
      const found = filterInMemory(mccCodes, {
        ...query,
        turkish: ({ description }) => [description],
        plain: ({ code, description_en }) => [code, description_en],
      })
      const category = query.category?.toLowerCase()
      return ok(pageInMemory(category ? found.filter((row) => row.category === category) : found, query))
    },
  })
