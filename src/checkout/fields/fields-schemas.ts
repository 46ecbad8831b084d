/** Shapes of fields sessions (docs/checkout.md#card-fields-on-your-own-page). */
import { type Static, Type } from 'typebox'
import { DateTime } from '../../core/schema.ts'
import { CreateCheckoutSession } from '../model/session-schemas.ts'

const { amount, currency, allowed_installments } = CreateCheckoutSession.properties

export const CreateFieldsSession = Type.Object(
  {
    amount: { ...amount, description: 'The most a payment with the token may be' },
    currency,
    origin: Type.String({
      maxLength: 300,
      description: 'Of the page that shows the fields, as browsers write it: https://shop.example',
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
      description: 'For the page alone: whoever has it can make the card_token of the session',
    }),
    expires_at: DateTime,
    script_url: Type.String({ description: 'The one script of ours on your page' }),
    script_integrity: Type.String({ description: 'Its digest, for the attribute `integrity`' }),
  },
  { $id: 'FieldsSessionCreated' },
)
