/** GET /api/v1/connector-error-codes, of all connectors or of one: this tenant's meaning of bank codes. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { connectorByCode } from '../connectors/connector-store.ts'
import { ByCode, ConnectorErrorCode, ErrorCodeQuery } from './error-code-schemas.ts'
import { findErrorCodes } from './error-code-store.ts'

export const listErrorCodes = endpoint({
  method: 'GET',
  path: '/api/v1/connector-error-codes',
  summary: 'List bank codes',
  description: 'By connector, then by code. A code without a row has category Unknown and no fallback.',
  tag: 'ConnectorErrorCodes',
  allow: 'pos-read',
  query: ErrorCodeQuery,
  answers: { 200: Type.Array(ConnectorErrorCode) },
  handle: ({ query, tenantId, read }) => read(async (tx) => ok(await findErrorCodes(tx, tenantId, query))),
})

export const listErrorCodesOfConnector = endpoint({
  method: 'GET',
  path: '/api/v1/connector-error-codes/:key',
  summary: 'List bank codes of one connector',
  description: 'By code.',
  tag: 'ConnectorErrorCodes',
  allow: 'pos-read',
  params: ByCode,
  notFound: 'connector_not_found',
  answers: { 200: Type.Array(ConnectorErrorCode) },
  errors: ['connector_not_found'],
  handle: ({ params, tenantId, read }) =>
    read(async (tx) => {
      if ((await connectorByCode(tx, tenantId, params.key)) === undefined)
        throw new Problem('connector_not_found', {
          detail: phrase`This tenant has no connector with this code; GET /api/v1/connectors lists them.`,
        })
      return ok(await findErrorCodes(tx, tenantId, { connector_code: params.key }))
    }),
})
