/** The elements of a KuveytTurkVPosMessage, and the values that the gates accept. */

/** Elements of the protocol; any other element is refused. */
export const KNOWN: ReadonlySet<string> = new Set(
  `APIVersion OkUrl FailUrl HashData HashPassword MerchantId SubMerchantId CustomerId UserName CardNumber CardExpireDateYear
   CardExpireDateMonth CardCVV2 CardHolderName CardType BatchID TransactionType InstallmentCount DeferringCount
   InstallmentMaturityCommisionFlag Amount DisplayAmount CancelAmount FECAmount CurrencyCode MerchantOrderId QeryId DebtId
   SurchargeAmount SGKDebtAmount TransactionSecurity TransactionSide PaymentId OrderPOSTransactionId TranDate
   EntryGateMethod CustomerIPAddress DeviceData CardHolderData KuveytTurkVPosAdditionalData PFSubMerchantData`.split(
    /\s+/,
  ),
)

export const VERSION = 'TDV2.0.0'

/** The bank has lira, dollars and euros. */
const CURRENCIES: Readonly<Record<string, string>> = { '0949': 'TRY', '0840': 'USD', '0978': 'EUR' }

export const parseCurrency = (code: string): string | undefined =>
  Object.hasOwn(CURRENCIES, code) ? CURRENCIES[code] : undefined

/** Returns four digits; some answers have three. */
export const currencyCode = (letters: string): string =>
  Object.keys(CURRENCIES).find((code) => CURRENCIES[code] === letters)!

/** Parses an amount in minor units; undefined for nothing, too. */
export const parseMinor = (text: string): number | undefined => {
  const minor = /^\d{1,12}$/.test(text) ? Number(text) : 0
  return minor > 0 ? minor : undefined
}

/** Parses two digits each. */
export const parseExpiry = (month: string, year: string): { month: number; year: number } | undefined =>
  /^(0[1-9]|1[0-2])$/.test(month) && /^\d{2}$/.test(year)
    ? { month: Number(month), year: 2000 + Number(year) }
    : undefined
