/** PUT /api/v1/connector-error-codes/{id}: replaces the meaning of one bank code; the code itself stays. */

import { endpoint, noContent } from '../../access/endpoint.ts'
import { checkRepeatedId } from '../../access/input/repeated-id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { writeTenantBanks } from '../connectors/connector-operation.ts'
import type { FourEyesGuard } from '../redirects.ts'
import { ById, UpdateErrorCode } from './error-code-schemas.ts'
import { errorCodeById, lockErrorCode, replaceErrorCode, type StoredErrorCode } from './error-code-store.ts'
import { changesOfCode, holdMeaning, retriesNow } from './hold-meaning.ts'
import { beginsToRetry, retries } from './retry-members.ts'

export const updateErrorCode = (guard: FourEyesGuard) =>
  endpoint({
    method: 'PUT',
    path: '/api/v1/connector-error-codes/:key',
    summary: 'Replace what a bank code means',
    description:
      'Absent optional members take their defaults. Payments follow the new meaning from the next one on. With the setting connectors.four_eyes one after which payments are tried at another bank, and were not before, waits whole for a second person (GET /api/v1/waiting-changes).',
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
        const currentCode = await lockErrorCode(tx, tenantId, params.key)
        if (!currentCode)
          throw new Problem('resource_not_found', {
            detail: phrase`This tenant has no bank code with this id; GET /api/v1/connector-error-codes lists them.`,
          })
        const followed = await findFollowed(tx, tenantId, currentCode.id, body.mapped_to_id)
        const row: StoredErrorCode = {
          ...currentCode,
          category: body.category,
          turkish_message: body.turkish_message || null,
          english_message: body.english_message || null,
          internal_description: body.internal_description || null,
          should_retry: body.should_retry ?? false,
          http_status_suggestion: body.http_status_suggestion ?? null,
          mapped_to_id: body.mapped_to_id ?? null,
        }
        const isHeld =
          (beginsToRetry(currentCode, row) ||
            (retries(row, followed) && !(await retriesNow(tx, tenantId, currentCode)))) &&
          (await guard.wantsFourEyes(tx, tenantId))
        if (isHeld) await holdMeaning(call, { tx, now, before: currentCode, after: row })
        else await replaceErrorCode(tx, tenantId, row, now)
        return { answer: noContent(), changes: await changesOfCode(tx, tenantId, currentCode, row, isHeld) }
      })
    },
  })

const findFollowed = async (
  tx: Tx,
  tenantId: string,
  id: string,
  target: string | undefined,
): Promise<StoredErrorCode | undefined> => {
  if (target === undefined) return undefined
  const followed = target === id ? undefined : await errorCodeById(tx, tenantId, target)
  if (followed !== undefined) return followed
  const fault = target === id ? phrase`is this row itself` : phrase`names no bank code of this tenant`
  throw new Problem('validation_failed', {
    detail: phrase`mapped_to_id ${fault}.`,
    errors: [{ field: 'mapped_to_id', code: 'validation_failed', message: fault }],
  })
}
