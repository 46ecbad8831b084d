/** Documents of chargebacks and the sealed pieces of their content, one function per statement. */
import { isoTime } from '../../core/clock.ts'
import type { SealingContext } from '../../infra/crypto/sealer.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { EvidenceType } from './media-type.ts'

export const EVIDENCE_MAX = 10 // documents of a chargeback
export const EVIDENCE_BYTES_MAX = 5 * 1024 * 1024
/** Bytes of content per piece, before the piece is sealed. */
export const PIECE_BYTES = 256 * 1024

export interface EvidenceRow {
  tenant_id: string
  id: string
  chargeback_id: string
  merchant_id: string
  file_name: string
  media_type: EvidenceType
  size_bytes: number
  sha256: string
  description: string | null
  uploaded_by: string
  created: Date
}

export const insertEvidence = (tx: Tx, row: EvidenceRow): Promise<number> =>
  tx.execute(
    `insert into chargeback_evidence (tenant_id, id, chargeback_id, merchant_id, file_name, media_type, size_bytes, sha256,
       description, uploaded_by, created)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      row.tenant_id,
      row.id,
      row.chargeback_id,
      row.merchant_id,
      row.file_name,
      row.media_type,
      row.size_bytes,
      row.sha256,
      row.description,
      row.uploaded_by,
      isoTime(row.created),
    ],
  )

type Piece = { tenant_id: string; evidence_id: string; at: number }
const pieceName = (at: number): string => String(at).padStart(4, '0')

/** Bound to its file and its place in it. */
export const pieceContext = ({ evidence_id, at }: Pick<Piece, 'evidence_id' | 'at'>): SealingContext => ({
  table: 'chargeback_evidence_pieces',
  rowId: `${evidence_id} ${pieceName(at)}`,
  column: 'sealed',
})

export const insertPiece = (tx: Tx, { tenant_id, evidence_id, at }: Piece, sealed: Buffer): Promise<number> =>
  tx.execute(`insert into chargeback_evidence_pieces (tenant_id, evidence_id, piece, sealed) values ($1, $2, $3, $4)`, [
    tenant_id,
    evidence_id,
    pieceName(at),
    sealed,
  ])

export const findPiece = async (tx: Tx, { tenant_id, evidence_id, at }: Piece): Promise<Buffer | undefined> => {
  const rows = await tx.query<{ sealed: Buffer }>(
    `select sealed from chargeback_evidence_pieces where tenant_id = $1 and evidence_id = $2 and piece = $3`,
    [tenant_id, evidence_id, pieceName(at)],
  )
  return rows[0]?.sealed
}

/** Oldest first. */
export const findEvidenceOf = (tx: Tx, tenantId: string, chargebackId: string): Promise<EvidenceRow[]> =>
  tx.query<EvidenceRow>(`select * from chargeback_evidence where tenant_id = $1 and chargeback_id = $2 order by id`, [
    tenantId,
    chargebackId,
  ])

export const deleteEvidence = async (tx: Tx, { tenant_id, id }: EvidenceRow): Promise<void> => {
  await tx.execute(`delete from chargeback_evidence_pieces where tenant_id = $1 and evidence_id = $2`, [tenant_id, id])
  await tx.execute(`delete from chargeback_evidence where tenant_id = $1 and id = $2`, [tenant_id, id])
}

export const toEvidenceView = (row: EvidenceRow) => ({
  id: row.id,
  chargeback_id: row.chargeback_id,
  file_name: row.file_name,
  media_type: row.media_type,
  size_bytes: row.size_bytes,
  sha256: row.sha256,
  description: row.description,
  uploaded_by: row.uploaded_by,
  created: isoTime(row.created),
})
