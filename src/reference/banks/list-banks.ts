/** GET /api/v1/lookups/banks: the banks, by code. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { listQuery, pageSchema } from '../../core/pagination.ts'
import { filterInMemory, pageInMemory } from '../filter-in-memory.ts'
import type { ReferenceLookup } from '../reference-data.ts'
import { BankSchema } from '../reference-schemas.ts'

export const listBanks = (bins: ReferenceLookup) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/lookups/banks',
    summary: 'List banks',
    description: 'Banks with their codes and logos, for choosing one and for showing an IBAN’s.',
    tag: 'Lookups',
    allow: 'any',
    limit: 'lookups',
    query: Type.Object(listQuery),
    answers: { 200: pageSchema(BankSchema, 'BankPage') },
    handle: async ({ query }) => {
      const { banks } = await bins.data()
      const found = filterInMemory(banks, {
        ...query,
        turkish: ({ name }) => [name],
        plain: (bank) => [bank.code, bank.swift_code],
      })
      return ok(pageInMemory(found, query))
    },
  })
