/** POST /api/v1/connector-error-codes/bulk: creates or overwrites the meaning of many bank codes at once. */
import { created, endpoint } from '../../access/endpoint.ts'
import { WAITS_NOTE } from '../../access/waiting/waiting-change.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { Change } from '../changelog/changelog.ts'
import { diffFields } from '../changelog/changelog.ts'
import { writeTenantBanks } from '../connectors/connector-operation.ts'
import { allConnectors } from '../connectors/connector-store.ts'
import type { FourEyesGuard } from '../redirects.ts'
import { type BulkErrorCode, BulkErrorCodes, BulkErrorCodesResult } from './error-code-schemas.ts'
import {
  countErrorCodes,
  lockErrorCodes,
  type StoredErrorCode,
  upsertErrorCodes,
  type WrittenErrorCode,
} from './error-code-store.ts'
import { auditedErrorCodeFields, holdMeaning, retriesNow } from './hold-meaning.ts'
import { beginsToRetry } from './retry-members.ts'

/** A tenant's codes are all cached in memory. */
const ERROR_CODES_MAX = 5_000

export const writeErrorCodes = (guard: FourEyesGuard) =>
  endpoint({
    method: 'POST',
    path: '/api/v1/connector-error-codes/bulk',
    summary: 'Create or overwrite bank codes',
    description:
      'All or none. Of a code that stands in the list twice the last item counts. A row that is overwritten follows no other row any more. With the setting connectors.four_eyes a should_retry that is true, and was not, waits for a second person (GET /api/v1/waiting-changes); the rest of its row counts.',
    tag: 'ConnectorErrorCodes',
    allow: 'admin',
    body: BulkErrorCodes,
    answers: { 201: BulkErrorCodesResult },
    errors: ['connector_not_found', 'conflict'],
    handle: (call) =>
      writeTenantBanks(call, async (tx, now) => {
        const { tenantId } = call
        const items = [...new Map(call.body.items.map((item) => [toKey(item), item])).values()]
        const connectors = new Map((await allConnectors(tx, tenantId)).map(({ code, id }) => [code, id]))
        checkConnectors(call.body.items, connectors)
        const currentCodes = await lockErrorCodes(tx, tenantId, items)
        const held = (await guard.wantsFourEyes(tx, tenantId))
          ? await newRetries(tx, tenantId, items, currentCodes)
          : []
        const written = await upsertErrorCodes(
          tx,
          tenantId,
          items.map((item) => (held.includes(item) ? { ...item, should_retry: false } : item)),
          now,
        )
        const heldKeys = new Set(held.map(toKey))
        const waiting = written.filter((row) => heldKeys.has(toKey(row)))
        for (const row of waiting) {
          const before = { ...row, mapped_to_id: null, mapped_to_code: null }
          await holdMeaning(call, { tx, now, before, after: { ...before, should_retry: true } })
        }
        if ((await countErrorCodes(tx, tenantId)) > ERROR_CODES_MAX)
          throw new Problem('conflict', { detail: phrase`A tenant has at most ${ERROR_CODES_MAX} bank codes.` })
        const updated = written.filter(({ wasThere }) => wasThere).length
        return {
          answer: created({ created_count: written.length - updated, updated_count: updated }),
          changes: [
            ...listChanges(connectors, currentCodes, written),
            ...waiting.map((row): Change => buildRequest(connectors, row)),
          ],
        }
      }),
  })

/** Returns the items that newly make payments retry at another bank. */
const newRetries = async (
  tx: Tx,
  tenantId: string,
  items: readonly BulkErrorCode[],
  currentCodes: readonly StoredErrorCode[],
): Promise<readonly BulkErrorCode[]> => {
  const rows = new Map(currentCodes.map((row) => [toKey(row), row]))
  const held: BulkErrorCode[] = []
  for (const item of items) {
    const row = rows.get(toKey(item))
    if (item.should_retry !== true) continue
    if (row === undefined || beginsToRetry(row, { should_retry: true }) || !(await retriesNow(tx, tenantId, row)))
      held.push(item)
  }
  return held
}

const buildRequest = (connectors: ReadonlyMap<string, string>, row: WrittenErrorCode): Change => ({
  connectorId: connectors.get(row.connector_code) as string,
  kind: 'connector_error_code',
  entityId: row.id,
  action: 'requested',
  diff: diffFields({ should_retry: false }, { should_retry: true }),
  note: WAITS_NOTE,
})

type Key = Pick<BulkErrorCode, 'connector_code' | 'provider_error_code'>
const toKey = ({ connector_code, provider_error_code }: Key): string => `${connector_code}\n${provider_error_code}`

const checkConnectors = (items: readonly BulkErrorCode[], connectors: ReadonlyMap<string, string>): void => {
  const at = items.findIndex(({ connector_code }) => !connectors.has(connector_code))
  if (at >= 0)
    throw new Problem('connector_not_found', {
      detail: phrase`items[${at}].connector_code names no connector of this tenant; GET /api/v1/connectors lists them.`,
    })
}

const listChanges = (
  connectors: ReadonlyMap<string, string>,
  currentCodes: readonly StoredErrorCode[],
  written: readonly WrittenErrorCode[],
): Change[] => {
  const before = new Map(currentCodes.map((row) => [toKey(row), row]))
  return written.map((row) => {
    const was = before.get(toKey(row))
    return {
      connectorId: connectors.get(row.connector_code) as string,
      kind: 'connector_error_code',
      entityId: row.id,
      action: was ? 'updated' : 'created',
      diff: diffFields(was ? auditedErrorCodeFields(was) : null, auditedErrorCodeFields(row)),
    }
  })
}
