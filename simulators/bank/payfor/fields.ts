/** The elements of a PayforRequest, and the values the gateway accepts. */
/** Elements of the protocol; any other element is refused. */
export const KNOWN: ReadonlySet<string> = new Set(
  `MbrId MerchantId UserCode UserPass Lang MOTO OrderId OrgOrderId SecureType TxnType PurchAmount Currency InstallmentCount
   CardHolderName Pan Expiry Cvv2 RequestGuid ReqDate Description`.split(/\s+/),
)
