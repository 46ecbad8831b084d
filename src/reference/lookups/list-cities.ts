/** GET /api/v1/lookups/cities: the provinces, by plate number. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { filterInMemory } from '../filter-in-memory.ts'
import type { ReferenceLookup } from '../reference-data.ts'
import { arrayQuery, CitySchema } from '../reference-schemas.ts'

export const listCities = (bins: ReferenceLookup) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/lookups/cities',
    summary: 'List cities',
    description: 'Cities with their codes, for addresses that some banks ask for.',
    tag: 'Lookups',
    allow: 'any',
    limit: 'lookups',
    query: Type.Object({
      code: Type.Optional(
        Type.String({ maxLength: 10, description: 'Only the city with this plate number, 01 to 81.' }),
      ),
      ...arrayQuery,
    }),
    answers: { 200: Type.Array(CitySchema) },
    handle: async ({ query }) => {
      const { cities } = await bins.data()
      const found = filterInMemory(cities, { ...query, turkish: ({ name }) => [name], plain: ({ code }) => [code] })
      return ok(query.code === undefined ? found : found.filter(({ code }) => code === query.code))
    },
  })
