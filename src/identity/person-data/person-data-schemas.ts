/** Shapes of the access right and of the erasure of a person's data. */
import { type Static, Type } from 'typebox'
import { PERSON_DATA_KINDS, type PersonDataKind } from '../../access/person-data-kinds.ts'
import { described, NullableText } from '../../core/schema.ts'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

export const PersonRequest = Type.Object(
  {
    email: Type.Optional(
      Type.String({
        format: 'email',
        maxLength: 254,
        description: 'E-mail address of the person, compared without case; send either this or `identity_number`.',
      }),
    ),
    identity_number: Type.Optional(
      Type.String({
        minLength: 4,
        maxLength: 50,
        'x-verbatim': true,
        description: 'National identity or tax number of the person; send either this or `email`.',
      }),
    ),
    position: Type.Optional(
      Type.String({
        pattern: `^(?:${PERSON_DATA_KINDS.join('|')}):(?:${UUID})?$`,
        description: 'Cursor to continue from: the `position` of the previous answer; when absent, from the beginning.',
      }),
    ),
  },
  { $id: 'PersonRequest', examples: [{ email: 'ayse@shop.example.com' }] },
)
export type PersonRequestBody = Static<typeof PersonRequest>

const Kind = Type.Unsafe<PersonDataKind>({ type: 'string', enum: [...PERSON_DATA_KINDS] })
const progress = {
  position: NullableText('Cursor of the next call, to be sent with the same person; null when nothing is left.'),
  is_complete: Type.Boolean({
    description: 'Whether everything was covered; when false, call again with the same person and this `position`.',
  }),
}
const count = Type.Integer({ format: 'int32', minimum: 0, description: 'Number of records of this kind.' })

export const PersonExport = Type.Object(
  {
    records: Type.Array(
      Type.Object(
        {
          kind: described(Kind, 'Kind of the record.'),
          data: described(
            Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
            'Content of the record; its members depend on the kind.',
          ),
        },
        { $id: 'PersonRecord' },
      ),
      { description: 'Records that are stored about the person.' },
    ),
    ...progress,
  },
  { $id: 'PersonExport' },
)

export const PersonErasure = Type.Object(
  {
    erased: Type.Array(
      Type.Object({ kind: described(Kind, 'Kind of the erased records.'), count }, { $id: 'ErasedCount' }),
      { description: 'Number of erased records by kind.' },
    ),
    kept: Type.Array(
      Type.Object(
        {
          kind: described(Kind, 'Kind of the kept records.'),
          reason: Type.String({
            description:
              'Reason why the records were kept. `user_not_deleted`: delete the user first; `payment_open`: repeat the call when the payment has ended; `payment_record`: kept by law.',
          }),
          count,
        },
        { $id: 'KeptCount' },
      ),
      { description: 'Number of records that had to be kept by kind, with the reason.' },
    ),
    ...progress,
  },
  { $id: 'PersonErasure' },
)
