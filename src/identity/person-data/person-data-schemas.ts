/** Shapes of the access right and of the erasure of a person's data. */
import { type Static, Type } from 'typebox'
import { Nullable } from '../../core/schema.ts'

/** In the order they are walked: a payee's transfers are found by the recipient. */
export const KINDS = ['users', 'payments', 'fraud_checks', 'transfers', 'recipients', 'archived_payments'] as const

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

export const PersonRequest = Type.Object(
  {
    email: Type.Optional(
      Type.String({ format: 'email', maxLength: 254, description: 'One of the two; compared without case' }),
    ),
    identity_number: Type.Optional(
      Type.String({
        minLength: 4,
        maxLength: 50,
        'x-verbatim': true,
        description: 'One of the two; national or tax id',
      }),
    ),
    position: Type.Optional(
      Type.String({
        pattern: `^(?:${KINDS.join('|')}):(?:${UUID})?$`,
        description: 'Goes on where the answer before ended; absent = from the beginning',
      }),
    ),
  },
  { $id: 'PersonRequest', examples: [{ email: 'ayse@shop.example.com' }] },
)
export type PersonRequestBody = Static<typeof PersonRequest>

const Kind = Type.Unsafe<(typeof KINDS)[number]>({ type: 'string', enum: [...KINDS] })
const progress = {
  position: Nullable(Type.String({ description: 'Send it with the same person to go on; null = that was all' })),
  is_complete: Type.Boolean(),
}
const count = Type.Integer({ format: 'int32', minimum: 0 })

export const PersonExport = Type.Object(
  {
    records: Type.Array(
      Type.Object(
        { kind: Kind, data: Type.Unsafe<object>({ type: 'object', additionalProperties: true }) },
        { $id: 'PersonRecord' },
      ),
    ),
    ...progress,
  },
  { $id: 'PersonExport' },
)

export const PersonErasure = Type.Object(
  {
    erased: Type.Array(Type.Object({ kind: Kind, count }, { $id: 'ErasedCount' })),
    kept: Type.Array(
      Type.Object(
        {
          kind: Kind,
          reason: Type.String({
            description:
              'user_not_deleted: delete the user first; payment_open: repeat when the payment is over; payment_record: kept by law',
          }),
          count,
        },
        { $id: 'KeptCount' },
      ),
    ),
    ...progress,
  },
  { $id: 'PersonErasure' },
)
