/** Shapes of fields sessions (docs/checkout.md#card-fields-on-your-own-page). */
import { type Static, Type } from 'typebox'
import { DateTime, described } from '../../core/schema.ts'
import { CreateCheckoutSession } from '../model/session-schemas.ts'

const { amount, currency, allowed_installments } = CreateCheckoutSession.properties

export const CreateFieldsSession = Type.Object(
  {
    amount: {
      ...amount,
      description:
        'Largest amount that a payment with the token may have, in minor units, or as an amount with its currency.',
    },
    currency,
    origin: Type.String({
      maxLength: 300,
      description: 'Origin of the page that shows the fields, as browsers write it: https://shop.example.',
    }),
    allowed_installments,
  },
  {
    $id: 'CreateFieldsSession',
    examples: [{ amount: 12_990, currency: 'TRY', origin: 'http://localhost:3000', allowed_installments: [1, 3, 6] }],
  },
)
export type CreateFieldsSessionBody = Static<typeof CreateFieldsSession>

export const FieldsSessionCreated = Type.Object(
  {
    session_secret: Type.String({
      description: 'Secret of the session for your page only: anybody who has it can make its card token.',
    }),
    expires_at: described(DateTime, 'Time until which the fields can be used.'),
    script_url: Type.String({ description: 'Address of the script to load on your page.' }),
    script_integrity: Type.String({ description: 'Digest of the script, for the attribute `integrity`.' }),
  },
  { $id: 'FieldsSessionCreated' },
)
