/** POST /api/v1/connectors: a bank the tenant works with; its access data are configurations. */
import { created, endpoint } from '../../access/endpoint.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { diffFields } from '../changelog/changelog.ts'
import { auditedConnectorFields, writeTenantBanks } from './connector-operation.ts'
import { ConnectorSchema, CreateConnector } from './connector-schemas.ts'
import { type ConnectorRow, connectorBody, countConnectors, insertConnector } from './connector-store.ts'

/** A tenant's banks are all cached in memory. */
const CONNECTORS_MAX = 100
const CODE_LENGTH_MAX = 50

export const createConnector = endpoint({
  method: 'POST',
  path: '/api/v1/connectors',
  summary: 'Create a connector',
  description: 'A connector names a bank and the protocol it speaks; how to reach it is said by its configurations.',
  tag: 'Connectors',
  allow: 'admin',
  body: CreateConnector,
  answers: { 201: ConnectorSchema },
  errors: ['conflict'],
  handle: (call) =>
    writeTenantBanks(call, async (tx, now) => {
      const { body, tenantId } = call
      if ((await countConnectors(tx, tenantId)) >= CONNECTORS_MAX)
        throw new Problem('conflict', {
          detail: phrase`This tenant has ${CONNECTORS_MAX} connectors already; delete some first.`,
        })
      const row = await inserted(tx, body.code, {
        tenant_id: tenantId,
        id: newId(now.getTime()),
        name: body.name,
        code: body.code ?? toConnectorCode(body.name),
        type: body.type,
        extra_properties: body.extra_properties_dict ?? {},
        is_active: body.is_active ?? true,
        is_deleted: false,
        created: now,
        last_modified: now,
      })
      const diff = diffFields(null, auditedConnectorFields(row))
      return {
        answer: created(connectorBody({ ...row, configuration_count: 0 })),
        changes: [{ connectorId: row.id, kind: 'connector', entityId: row.id, action: 'created', diff }],
      }
    }),
})

/** The caller's own code is used unchanged; a generated one gets a number when it is taken. */
const inserted = async (tx: Tx, wanted: string | undefined, row: ConnectorRow): Promise<ConnectorRow> => {
  if (await insertConnector(tx, row)) return row
  if (wanted !== undefined)
    throw new Problem('conflict', {
      detail: phrase`This tenant already has a connector with this code; choose another one, or change that connector.`,
      errors: [{ field: 'code', code: 'conflict', message: phrase`is used by another connector` }],
    })
  for (let number = 2; number <= CONNECTORS_MAX + 1; number++) {
    const numbered = { ...row, code: `${row.code.slice(0, CODE_LENGTH_MAX - 4)}_${number}` }
    if (await insertConnector(tx, numbered)) return numbered
  }
  throw new Error('more codes are taken than there may be connectors')
}

/** "Yapı Kredi (yeni)" becomes YAPI_KREDI_YENI. */
const toConnectorCode = (name: string): string =>
  name
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, CODE_LENGTH_MAX) || 'CONNECTOR'
