/** POST /api/v1/chargebacks/{id}/evidence: a document for the response, as the body itself. */
import { hash } from 'node:crypto'
import { type Answer, created, type Endpoint, endpoint } from '../../access/endpoint.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { ChargebackServices } from '../chargeback-services.ts'
import { type ChargebackRow, findChargeback } from '../chargeback-store.ts'
import { requireChargeback } from '../update-chargeback-status.ts'
import { Evidence, EvidenceUpload, OfChargeback } from './evidence-schemas.ts'
import {
  EVIDENCE_BYTES_MAX,
  EVIDENCE_MAX,
  findEvidenceOf,
  insertEvidence,
  insertPiece,
  PIECE_BYTES,
  pieceContext,
  toEvidenceView,
} from './evidence-store.ts'
import { toFileName } from './file-name.ts'
import { detectMediaType, EVIDENCE_TYPES } from './media-type.ts'

export const addEvidence = (services: Pick<ChargebackServices, 'runtime'>): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/chargebacks/:id/evidence',
    tag: 'Chargebacks',
    summary: 'Add a document to the evidence',
    description: `The body is the file itself: PDF, PNG or JPEG, told by its content, up to ${EVIDENCE_BYTES_MAX} bytes; at most ${EVIDENCE_MAX} documents of a chargeback, while it is open. With curl: \`--data-binary @invoice.pdf -H 'Content-Type: application/pdf'\`.`,
    allow: 'money-back',
    effect: 'notes',
    params: OfChargeback,
    query: EvidenceUpload,
    takesFile: EVIDENCE_TYPES,
    bodyBytesMax: EVIDENCE_BYTES_MAX,
    answers: { 201: Evidence },
    errors: ['invalid_state_transition', 'conflict'],
    handle: async ({ params, query, rawBody: file, tenantId, merchantId, principal, request, inTx }) => {
      const mediaType = detectMediaType(file)
      if (mediaType === undefined || !agrees(request.headers['content-type'], mediaType))
        throw new Problem('unsupported_media_type', {
          detail: phrase`The content of the file decides its type: PDF, PNG or JPEG, and not another than its Content-Type says.`,
        })
      const { sealer, clock } = services.runtime
      const sha256 = hash('sha256', file, 'hex')
      const seal = await sealer.sealWithKey(tenantId)
      return inTx(async (tx): Promise<Answer> => {
        const chargeback = requireChargeback(await findChargeback(tx, tenantId, params.id, merchantId, 'for update'))
        await checkRoom(tx, chargeback)
        const nowMs = clock.ms()
        const row = {
          tenant_id: tenantId,
          id: newId(nowMs),
          chargeback_id: chargeback.id,
          merchant_id: chargeback.merchant_id,
          file_name: toFileName(query.file_name, mediaType),
          media_type: mediaType,
          size_bytes: file.length,
          sha256,
          description: query.description ?? null,
          uploaded_by: principal.subject,
          created: new Date(nowMs),
        }
        await insertEvidence(tx, row)
        for (let at = 0; at * PIECE_BYTES < file.length; at++) {
          const place = { tenant_id: tenantId, evidence_id: row.id, at }
          const piece = file.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES)
          await insertPiece(tx, place, seal(pieceContext(place), piece))
        }
        const view = toEvidenceView(row)
        return { ...created(view), change: { kind: 'chargeback_evidence', id: row.id, before: null, after: view } }
      })
    },
  })

/** A sender that names no particular type leaves it to the content. */
const agrees = (sent: string | string[] | undefined, type: string): boolean => {
  const named = String(sent ?? '')
    .split(';')[0]
    ?.trim()
    .toLowerCase()
  return named === type || named === 'application/octet-stream'
}

const checkRoom = async (tx: Tx, chargeback: ChargebackRow): Promise<void> => {
  if (chargeback.status !== 'opened' && chargeback.status !== 'disputed')
    throw new Problem('invalid_state_transition', {
      detail: phrase`The chargeback is ${chargeback.status}; evidence is added while it is open.`,
    })
  if ((await findEvidenceOf(tx, chargeback.tenant_id, chargeback.id)).length >= EVIDENCE_MAX)
    throw new Problem('conflict', {
      detail: phrase`The chargeback has ${EVIDENCE_MAX} documents, the most there may be.`,
    })
}
