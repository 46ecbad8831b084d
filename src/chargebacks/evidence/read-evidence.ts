/** GET /api/v1/chargebacks/{id}/evidence and /{evidence_id}: the documents, and one of them as a file. */
import { Type } from 'typebox'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { ChargebackServices } from '../chargeback-services.ts'
import { findChargeback } from '../chargeback-store.ts'
import { requireChargeback } from '../update-chargeback-status.ts'
import { Evidence, OfChargeback, OfEvidence } from './evidence-schemas.ts'
import {
  type EvidenceRow,
  findEvidenceOf,
  findPiece,
  PIECE_BYTES,
  pieceContext,
  toEvidenceView,
} from './evidence-store.ts'
import { toContentDisposition } from './file-name.ts'

export const listEvidence: Endpoint = endpoint({
  method: 'GET',
  path: '/api/v1/chargebacks/:id/evidence',
  tag: 'Chargebacks',
  summary: 'List the evidence of a chargeback',
  description: 'Oldest first.',
  allow: 'read',
  params: OfChargeback,
  answers: { 200: Type.Array(Evidence) },
  handle: ({ params, tenantId, merchantId, read }) =>
    read(async (tx) => {
      const { id } = requireChargeback(await findChargeback(tx, tenantId, params.id, merchantId))
      return ok((await findEvidenceOf(tx, tenantId, id)).map(toEvidenceView))
    }),
})

/** Headers for files of others: a browser saves them, and neither displays nor runs them. */
const SAFE = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'no-store',
}

export const downloadEvidence = (services: Pick<ChargebackServices, 'runtime'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/chargebacks/:id/evidence/:evidence_id',
    tag: 'Chargebacks',
    summary: 'Download a document of the evidence',
    description: 'The file as it was sent, with its type.',
    allow: 'read',
    params: OfEvidence,
    answers: { 200: Type.Unsafe<string>({ contentMediaType: 'application/octet-stream', description: 'The file' }) },
    handle: async ({ params, tenantId, merchantId, read }) => {
      const row = await read((tx) => findOne(tx, { ...params, tenantId, merchantId }))
      const headers = {
        'content-type': row.media_type,
        'content-length': String(row.size_bytes),
        'content-disposition': toContentDisposition(row.file_name),
        ...SAFE,
      }
      return { status: 200, headers, stream: pieces(services.runtime, row) }
    },
  })

/** Throws where it is not within the caller's reach. */
export const findOne = async (
  tx: Tx,
  of: { tenantId: string; merchantId: string | null; id: string; evidence_id: string },
  lock: '' | 'for update' = '',
): Promise<EvidenceRow> => {
  const { id } = requireChargeback(await findChargeback(tx, of.tenantId, of.id, of.merchantId, lock))
  const found = (await findEvidenceOf(tx, of.tenantId, id)).find((each) => each.id === of.evidence_id)
  if (found === undefined)
    throw new Problem('resource_not_found', { detail: phrase`The chargeback has no such evidence.` })
  return found
}

/** Holds one piece in memory at a time, and reads the next one when the caller has taken it; no transaction is open while it waits. */
async function* pieces({ db, sealer }: Pick<Runtime, 'db' | 'sealer'>, row: EvidenceRow): AsyncGenerator<Buffer> {
  for (let at = 0; at * PIECE_BYTES < row.size_bytes; at++) {
    const place = { tenant_id: row.tenant_id, evidence_id: row.id, at }
    const sealed = await db.transaction({ of: row.tenant_id, mode: 'read' }, (tx) => findPiece(tx, place))
    if (sealed === undefined) throw new Error(`evidence ${row.id} was taken away while it was read`)
    yield await sealer.openBytes(row.tenant_id, pieceContext(place), sealed)
  }
}
