/** Shapes of a chargeback's evidence (docs/interface/cards.md#evidence-of-a-chargeback). */
import { Type } from 'typebox'
import { Created } from '../../core/members/record-members.ts'
import { described, Enum, NullableText, Text, Uuid } from '../../core/schema.ts'
import { EVIDENCE_TYPES } from './media-type.ts'

export const Evidence = Type.Object(
  {
    id: described(Uuid, 'Id of the evidence document.'),
    chargeback_id: described(Uuid, 'Id of the chargeback that the document belongs to.'),
    file_name: Type.String({ description: 'Name of the file, as it was uploaded.' }),
    media_type: described(
      Enum('EvidenceMediaType', EVIDENCE_TYPES),
      'Media type of the document, recognized by its content.',
    ),
    size_bytes: Type.Integer({ format: 'int32', description: 'Size of the file in bytes.' }),
    sha256: Type.String({ description: 'SHA-256 hash of the file, as lower-case hex.' }),
    description: NullableText('Description of the document, for people; null when there is none.'),
    uploaded_by: Type.String({ description: 'Id of the user or API key that uploaded the file.' }),
    created: Created,
  },
  { $id: 'ChargebackEvidence' },
)

export const OfChargeback = Type.Object({ id: described(Uuid, 'Id of the chargeback, as the list shows it.') })
export const OfEvidence = Type.Object({
  id: described(Uuid, 'Id of the chargeback, as the list shows it.'),
  evidence_id: described(Uuid, 'Id of the evidence document to read.'),
})
export const EvidenceUpload = Type.Object({
  file_name: Type.Optional(
    Text(200, { description: 'Name of the file, by default evidence with the ending of its type.' }),
  ),
  description: Type.Optional(Text(500, { description: 'Description of the document, for people.' })),
})
