/** The fields of InterPOS, and the values that the gateway accepts. */
import { parseInstallments } from '../wire/terms.ts'

/** Fields of the protocol; any other field is refused. */
export const KNOWN: ReadonlySet<string> = new Set(
  `ShopCode UserCode UserPass TxnType SecureType OrderId orgOrderId PurchAmount Currency InstallmentCount MOTO Lang CardType
   CardHolderName Pan Expiry Cvv2 BonusAmount SubMerchantCode Version3D OkUrl FailUrl Rnd Hash MD PayerTxnId Eci
   PayerAuthenticationCode`.split(/\s+/),
)

/** Types of call whose order is in orgOrderId; in their OrderId is another number, or nothing. */
export const ABOUT_ANOTHER: ReadonlySet<string> = new Set(['PostAuth', 'Void', 'Refund', 'StatusHistory'])

/** A single payment is an empty text, 0 or 1. */
export const parseInstallmentCount = (text: string): number | undefined =>
  text === '0' || text === '1' ? 1 : parseInstallments(text)

/** The bank knows whose card it is; a call does not name the holder. */
export const HOLDER = 'TEST KART'

/** Amounts come with a dot and go back with a comma. */
export const withComma = (amount: string): string => amount.replace('.', ',')
