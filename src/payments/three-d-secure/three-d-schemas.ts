/** Schemas of 3D Secure (docs/interface/cards.md#3-d-secure). */
import { type Static, Type } from 'typebox'
import type { Call } from '../../access/endpoint.ts'
import { described, KnownKeys, Text, Uuid } from '../../core/schema.ts'
import { THREE_D_KEYS } from '../model/extra-keys.ts'
import { EXAMPLE_THREE_D } from '../model/payment-examples.ts'
import { CreatePayment } from '../model/payment-schemas.ts'

const Address = (description: string) => Type.Optional(Text(2_048, { description }))

export const Init3DFull = Type.Object(
  {
    ...CreatePayment.properties,
    extra_properties: Type.Optional(
      KnownKeys(THREE_D_KEYS, 'Further values by name; unknown keys are handed to the connector as they are.'),
    ),
    callback_url: Address(
      'HTTPS address the browser is sent to when return_url is absent; one of the two is required.',
    ),
    return_url: Address(
      'HTTPS address the browser is sent to in the end, with transaction_id and status added to its query.',
    ),
    cancel_url: Address('HTTPS address used instead of return_url when the shopper cancels on the challenge page.'),
  },
  { $id: 'Init3DFull', 'x-one-of': ['card', 'card_token'], examples: [EXAMPLE_THREE_D] },
)
type Init3DBody = Static<typeof Init3DFull>
export type Init3DCall = Call<unknown, unknown, Init3DBody>

export const Complete3D = Type.Object(
  {
    transaction_id: described(Uuid, 'Id of the payment to complete.'),
    need_verification: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether the bank is asked for the authentication result first, for a payment whose callback never came.',
      }),
    ),
  },
  { $id: 'Complete3D' },
)
export type Complete3DCall = Call<unknown, unknown, Static<typeof Complete3D>>

const CallbackToken = Type.Optional(
  Type.String({
    description:
      'Signed value from the callback address that the bank was given; it names the payment and the destination.',
  }),
)
const field = (description: string) => Type.Optional(Type.String({ description }))
const FIELDS = {
  transaction_id: field('Id of the payment, as the platform sent it to the bank.'),
  md_status: field(
    'Outcome of the authentication as one digit: 1 authenticated, 2 to 4 attempted, 0 and 5 to 8 failed.',
  ),
  eci: field('Electronic commerce indicator (ECI): how far 3D Secure vouches for the payment.'),
  cavv: field('Cryptogram that proves the authentication (CAVV).'),
  xid: field('Id of the authentication at the bank (XID).'),
  ds_trans_id: field('Id of the authentication at the card scheme.'),
  result: field('Result of the challenge: ok, wrong_code, cancelled, timeout, refused or unavailable.'),
  hash: field("Lower-case hex HMAC-SHA256 over the other fields, keyed by the configuration's secret_key."),
}
export const CallbackQuery = Type.Object({ cb: CallbackToken, ...FIELDS })
export const CallbackTokenQuery = Type.Object({ cb: CallbackToken })
export const BankCallback = Type.Object(FIELDS, { $id: 'BankCallback' })
