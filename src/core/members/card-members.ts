/** Members that payment schemas share, each with the one text that the API reference shows for it: the card, and the bank's data about it. */
import { CardBrand, CardSchemaType, CardType, described, Nullable, NullableText } from '../schema.ts'

export const MaskedCardNumber = NullableText('Card number with its middle masked; null when no card is known.')
export const CardHolderName = NullableText('Name on the card; null when no card is known.')
export const CardScheme = described(
  Nullable(CardSchemaType),
  'Card scheme of the card, such as Visa; null when it is not known.',
)
export const CardProgram = described(
  Nullable(CardBrand),
  'Loyalty program of the card, such as Bonus; null when it has none or none is known.',
)
export const NullableCardType = described(
  Nullable(CardType),
  'Type of the card: credit, debit or prepaid; null when it is not known.',
)

export const ProviderTransactionId = NullableText("The bank's own id of the payment; null before the bank gave one.")
export const AuthCode = NullableText('Authorization code of the bank; null before the bank approved.')
export const HostReference = NullableText("Reference number of the bank's host; null before the bank gave one.")
export const Rrn = NullableText('Retrieval reference number (RRN) of the bank; null before the bank gave one.')

export const MdStatusOfBank = NullableText(
  "Outcome of the 3D Secure authentication as the bank's digit: 1 fully authenticated, 2 to 4 attempted; null without 3D Secure.",
)
export const Cavv = NullableText('Cryptogram that proves the 3D Secure authentication (CAVV); null without 3D Secure.')
export const Eci = NullableText(
  'Electronic commerce indicator (ECI): how far 3D Secure vouches for the payment; null without 3D Secure.',
)
export const Xid = NullableText('Id of the 3D Secure authentication (XID); null without 3D Secure.')
export const Md = NullableText("Merchant data that the bank's 3D Secure page returned (MD); null without 3D Secure.")
export const ThreeDsServerTransId = NullableText(
  'Id of the authentication at the 3D Secure server; null without 3D Secure.',
)
