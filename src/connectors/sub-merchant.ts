/** A merchant as a bank knows it behind the account of a payment facilitator. */

export interface SubMerchant {
  readonly id: string | null
  readonly name: string | null
  /** Merchant category code. */
  readonly mcc: string | null
  readonly postalCode: string | null
  readonly city: string | null
  readonly countryCode: string | null
}

/** The member of an attempt; none where the merchant has no profile at this bank. */
export const pickSubMerchant = (
  { subMerchants }: { readonly subMerchants?: ReadonlyMap<string, SubMerchant> },
  merchantId: string,
): { subMerchant?: SubMerchant } => {
  const subMerchant = subMerchants?.get(merchantId)
  return subMerchant === undefined ? {} : { subMerchant }
}
