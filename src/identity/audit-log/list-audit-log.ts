/** GET /api/v1/audit-log and /api/v1/platform/audit-log: who changed what, and who was refused. */
import { ownMerchantId } from '../../access/callers/request-merchant.ts'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { toPage } from '../../core/pagination.ts'
import { pageAcrossShards } from '../../infra/database/shards/across-shards.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { auditEntryBody, isListedBefore, pageOfAll, pageOfTenant } from './audit-log-store.ts'
import { AuditEntryPage, AuditQuery, PlatformAuditQuery } from './audit-schemas.ts'

const DESCRIPTION =
  'Every administrative change, every step of four eyes and every denied access, newest first. Secrets, card numbers, ' +
  'accounts and tokens are masked. `vezne audit verify` proves that no entry was changed, left out or put elsewhere.'

export const auditLog = ({ db }: Runtime): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/api/v1/audit-log',
    tag: 'AuditLog',
    summary: 'List the audit log of the tenant',
    description: `${DESCRIPTION} Callers bound to a merchant read what was done for that merchant or by its people.`,
    allow: 'tenant',
    query: AuditQuery,
    dateRange: ['from_date', 'to_date'],
    answers: { 200: AuditEntryPage },
    errors: ['validation_failed'],
    handle({ query, tenantId, principal, readList }) {
      return readList(async (tx) => {
        const { rows, total } = await pageOfTenant(tx, { tenantId, merchantId: ownMerchantId(principal) }, query)
        return ok(toPage(rows.map(auditEntryBody), total, query))
      })
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/platform/audit-log',
    tag: 'AuditLog',
    summary: 'List the audit log of all tenants',
    description: `${DESCRIPTION} What the platform did for no tenant, such as plans, stands in its own chain.`,
    allow: 'platform',
    query: PlatformAuditQuery,
    dateRange: ['from_date', 'to_date'],
    answers: { 200: AuditEntryPage },
    errors: ['validation_failed'],
    async handle({ query }) {
      const { tenant_id: tenantId } = query
      const { rows, total } = await (tenantId === undefined
        ? pageAcrossShards(db, query, isListedBefore, pageOfAll)
        : db.transaction({ of: tenantId, mode: 'replica' }, (tx) =>
            pageOfTenant(tx, { tenantId, merchantId: null }, query),
          ))
      return ok(toPage(rows.map(auditEntryBody), total, query))
    },
  }),
]
