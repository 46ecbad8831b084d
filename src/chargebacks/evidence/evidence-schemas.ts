/** Shapes of a chargeback's evidence (docs/interface/cards.md#evidence-of-a-chargeback). */
import { Type } from 'typebox'
import { DateTime, Enum, Nullable, Text, Uuid } from '../../core/schema.ts'
import { EVIDENCE_TYPES } from './media-type.ts'

export const Evidence = Type.Object(
  {
    id: Uuid,
    chargeback_id: Uuid,
    file_name: Type.String(),
    media_type: Type.Unsafe<string>({
      ...Enum('EvidenceMediaType', EVIDENCE_TYPES),
      description: 'By the content of the file',
    }),
    size_bytes: Type.Integer({ format: 'int32' }),
    sha256: Type.String({ description: 'Of the file, lower-case hex' }),
    description: Nullable(Type.String()),
    uploaded_by: Type.String(),
    created: DateTime,
  },
  { $id: 'ChargebackEvidence' },
)

export const OfChargeback = Type.Object({ id: Uuid })
export const OfEvidence = Type.Object({ id: Uuid, evidence_id: Uuid })
export const EvidenceUpload = Type.Object({
  file_name: Type.Optional(Text(200, { description: 'Default: evidence, with the ending of its type' })),
  description: Type.Optional(Text(500)),
})
