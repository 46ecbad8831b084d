/** The fields of a CC5Request, and the values the gateway accepts. */
/** Elements of the protocol; any other element is refused. */
export const KNOWN: ReadonlySet<string> = new Set(
  `Name Password ClientId Type IPAddress Email OrderId GroupId TransId UserId Total Currency Taksit Number Expires
   Cvv2Val Mode PayerTxnId PayerSecurityLevel PayerAuthenticationCode CardholderPresentCode BillTo ShipTo PbOrder
   OrderItemList VersionInfo Extra`.split(/\s+/),
)

/** Allows letters, digits and - _ . :, at most 64. */
export const isOrderId = (text: string): boolean => /^[A-Za-z0-9._:-]{1,64}$/.test(text)

/** Parses MM/YY. */
export const parseExpiry = (text: string): { month: number; year: number } | undefined => {
  const match = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(text)
  return match ? { month: Number(match[1]), year: 2000 + Number(match[2]) } : undefined
}
