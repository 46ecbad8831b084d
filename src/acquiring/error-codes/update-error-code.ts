/** PUT /api/v1/connector-error-codes/{id}: replaces the meaning of one bank code; the code itself stays. */
import { endpoint, noContent } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { diffFields } from '../changelog/changelog.ts'
import { checkRepeatedId, writeTenantBanks } from '../connectors/connector-operation.ts'
import { connectorByCode } from '../connectors/connector-store.ts'
import { ById, UpdateErrorCode } from './error-code-schemas.ts'
import { hasErrorCode, lockErrorCode, replaceErrorCode, type StoredErrorCode } from './error-code-store.ts'

export const updateErrorCode = endpoint({
  method: 'PUT',
  path: '/api/v1/connector-error-codes/:key',
  summary: 'Replace what a bank code means',
  description: 'Absent optional members take their defaults. Payments follow the new meaning from the next one on.',
  tag: 'ConnectorErrorCodes',
  allow: 'admin',
  params: ById,
  body: UpdateErrorCode,
  answers: { 204: null },
  errors: ['validation_failed'],
  handle: (call) => {
    const { params, body, tenantId } = call
    checkRepeatedId(body, { id: params.key })
    return writeTenantBanks(call, async (tx, now) => {
      const known = await lockErrorCode(tx, tenantId, params.key)
      if (!known)
        throw new Problem('resource_not_found', {
          detail: phrase`This tenant has no bank code with this id; GET /api/v1/connector-error-codes lists them.`,
        })
      await checkMapping(tx, tenantId, known.id, body.mapped_to_id)
      const row: StoredErrorCode = {
        ...known,
        category: body.category,
        turkish_message: body.turkish_message || null,
        english_message: body.english_message || null,
        internal_description: body.internal_description || null,
        should_retry: body.should_retry ?? false,
        http_status_suggestion: body.http_status_suggestion ?? null,
        mapped_to_id: body.mapped_to_id ?? null,
      }
      await replaceErrorCode(tx, tenantId, row, now)
      const connectorId = await connectorByCode(tx, tenantId, known.connector_code)
      const diff = diffFields(auditedErrorCodeFields(known), auditedErrorCodeFields(row))
      return {
        answer: noContent(),
        changes: connectorId
          ? [{ connectorId, kind: 'connector_error_code', entityId: known.id, action: 'updated', diff }]
          : [],
      }
    })
  },
})

const checkMapping = async (tx: Tx, tenantId: string, id: string, target: string | undefined): Promise<void> => {
  if (target === undefined) return
  const fault =
    target === id
      ? phrase`is this row itself`
      : (await hasErrorCode(tx, tenantId, target))
        ? undefined
        : phrase`names no bank code of this tenant`
  if (fault === undefined) return
  throw new Problem('validation_failed', {
    detail: phrase`mapped_to_id ${fault}.`,
    errors: [{ field: 'mapped_to_id', code: 'validation_failed', message: fault }],
  })
}

/** What the changelog compares. */
export const auditedErrorCodeFields = (
  row: Omit<StoredErrorCode, 'mapped_to_id' | 'mapped_to_code'> & Partial<StoredErrorCode>,
) => ({
  provider_error_code: row.provider_error_code,
  category: row.category,
  turkish_message: row.turkish_message,
  english_message: row.english_message,
  internal_description: row.internal_description,
  should_retry: row.should_retry,
  http_status_suggestion: row.http_status_suggestion,
  mapped_to_id: row.mapped_to_id,
})
