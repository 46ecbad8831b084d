/** The fields of InterPOS, and the values that the gateway accepts. */

/** Fields of the protocol; any other field is refused. */
export const KNOWN: ReadonlySet<string> = new Set(
  `ShopCode UserCode UserPass TxnType SecureType OrderId orgOrderId PurchAmount Currency InstallmentCount MOTO Lang CardType
   CardHolderName Pan Expiry Cvv2 BonusAmount SubMerchantCode Version3D OkUrl FailUrl Rnd Hash MD PayerTxnId Eci
   PayerAuthenticationCode`.split(/\s+/),
)

/** Types of call whose order is in orgOrderId; in their OrderId is another number, or nothing. */
export const ABOUT_ANOTHER: ReadonlySet<string> = new Set(['PostAuth', 'Void', 'Refund', 'StatusHistory'])

/** Allows letters, digits and - _ . :, at most 64. */
export const isOrderId = (text: string): boolean => /^[A-Za-z0-9._:-]{1,64}$/.test(text)

/** Parses MMYY. */
export const parseExpiry = (text: string): { month: number; year: number } | undefined => {
  const match = /^(0[1-9]|1[0-2])(\d{2})$/.exec(text)
  return match ? { month: Number(match[1]), year: 2000 + Number(match[2]) } : undefined
}

/** A single payment is an empty text, 0 or 1. */
export const parseInstallmentCount = (text: string): number | undefined => {
  if (text === '' || text === '0' || text === '1') return 1
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0
  return count >= 2 && count <= 36 ? count : undefined
}

/** The bank knows whose card it is; a call does not name the holder. */
export const HOLDER = 'TEST KART'

/** Amounts come with a dot and go back with a comma. */
export const withComma = (amount: string): string => amount.replace('.', ',')
