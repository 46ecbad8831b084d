/** Documents of chargebacks and the sealed pieces of their content, one function per statement. */
import { isoTime } from '../../core/clock.ts'
import type { SealingContext } from '../../infra/crypto/sealer.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { insertInto, type Row } from '../../infra/database/statements/write-rows.ts'
import type { EvidenceType } from './media-type.ts'

export const EVIDENCE_MAX = 10 // documents of a chargeback
export const EVIDENCE_BYTES_MAX = 5 * 1024 * 1024
/** Bytes of content per piece, before the piece is sealed. */
export const PIECE_BYTES = 256 * 1024

export interface EvidenceRow extends Row<'chargeback_evidence'> {
  media_type: EvidenceType
}

export const insertEvidence = (tx: Tx, row: EvidenceRow): Promise<number> =>
  tx.execute(
    insertInto('chargeback_evidence', {
      tenant_id: row.tenant_id,
      id: row.id,
      chargeback_id: row.chargeback_id,
      merchant_id: row.merchant_id,
      file_name: row.file_name,
      media_type: row.media_type,
      size_bytes: row.size_bytes,
      sha256: row.sha256,
      description: row.description,
      uploaded_by: row.uploaded_by,
      created: isoTime(row.created),
    }),
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
  tx.execute(insertInto('chargeback_evidence_pieces', { tenant_id, evidence_id, piece: pieceName(at), sealed }))

export const findPiece = async (tx: Tx, { tenant_id, evidence_id, at }: Piece): Promise<Buffer | undefined> => {
  const rows = await tx.query<{ sealed: Buffer }>(
    sql`select sealed from chargeback_evidence_pieces where tenant_id = ${tenant_id} and evidence_id = ${evidence_id} and piece = ${pieceName(at)}`,
  )
  return rows[0]?.sealed
}

/** Oldest first. */
export const findEvidenceOf = (tx: Tx, tenantId: string, chargebackId: string): Promise<EvidenceRow[]> =>
  tx.query<EvidenceRow>(
    sql`select * from chargeback_evidence where tenant_id = ${tenantId} and chargeback_id = ${chargebackId} order by id`,
  )

export const deleteEvidence = async (tx: Tx, { tenant_id, id }: EvidenceRow): Promise<void> => {
  await tx.execute(sql`delete from chargeback_evidence_pieces where tenant_id = ${tenant_id} and evidence_id = ${id}`)
  await tx.execute(sql`delete from chargeback_evidence where tenant_id = ${tenant_id} and id = ${id}`)
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
