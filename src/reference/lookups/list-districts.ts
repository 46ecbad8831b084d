/** GET /api/v1/lookups/districts: the districts of a city or of all, by name. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { described, Uuid } from '../../core/schema.ts'
import { filterInMemory } from '../filter-in-memory.ts'
import type { ReferenceLookup } from '../reference-data.ts'
import { arrayQuery, DistrictSchema } from '../reference-schemas.ts'

export const listDistricts = (bins: ReferenceLookup) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/lookups/districts',
    summary: 'List districts',
    description: 'Districts of a city, for addresses.',
    tag: 'Lookups',
    allow: 'any',
    limit: 'lookups',
    query: Type.Object({
      city_code: Type.Optional(
        Type.String({ maxLength: 10, description: 'Only districts of the city with this plate number, 01 to 81.' }),
      ),
      city_id: Type.Optional(described(Uuid, 'Only districts of the city with this id.')),
      ...arrayQuery,
    }),
    answers: { 200: Type.Array(DistrictSchema) },
    handle: async ({ query }) => {
      const { cities, districts } = await bins.data()
      const found = filterInMemory(districts, { ...query, turkish: ({ name }) => [name], plain: () => [] })
      const { city_id } = query
      // An unknown city id has no districts, like an unknown city code.
      const byId =
        city_id === undefined ? undefined : (cities.find(({ id }) => id === city_id.toLowerCase())?.code ?? '')
      const wanted = [query.city_code, byId].filter((code) => code !== undefined)
      return ok(found.filter(({ city_code }) => wanted.every((code) => code === city_code)))
    },
  })
