/** The elements of a PayforRequest, and the values the gateway accepts. */
/** Elements of the protocol; any other element is refused. */
export const KNOWN: ReadonlySet<string> = new Set(
  `MbrId MerchantId UserCode UserPass Lang MOTO OrderId OrgOrderId SecureType TxnType PurchAmount Currency InstallmentCount
   CardHolderName Pan Expiry Cvv2 RequestGuid ReqDate Description`.split(/\s+/),
)

/** Allows letters, digits and - _ . :, at most 64. */
export const isOrderId = (text: string): boolean => /^[A-Za-z0-9._:-]{1,64}$/.test(text)

/** Parses MMYY. */
export const parseExpiry = (text: string): { month: number; year: number } | undefined => {
  const match = /^(0[1-9]|1[0-2])(\d{2})$/.exec(text)
  return match ? { month: Number(match[1]), year: 2000 + Number(match[2]) } : undefined
}

/** A single payment is 0; an empty text is refused. */
export const parseInstallmentCount = (text: string): number | undefined => {
  if (text === '0') return 1
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0
  return count >= 2 && count <= 36 ? count : undefined
}
