/** The elements of a GVPSRequest in the order of its schema, and the values the gateway accepts. */

/** The elements allowed in each block; the blocks come in this order. */
export const BLOCKS: ReadonlyMap<string, ReadonlySet<string> | 'text'> = new Map<string, ReadonlySet<string> | 'text'>([
  ['Mode', 'text'],
  ['Version', 'text'],
  ['ChannelCode', 'text'],
  ['Terminal', new Set(['ProvUserID', 'HashData', 'UserID', 'ID', 'MerchantID'])],
  ['Customer', new Set(['IPAddress', 'EmailAddress'])],
  ['Card', new Set(['Number', 'ExpireDate', 'CVV2'])],
  ['Order', new Set(['OrderID', 'GroupID', 'Description', 'AddressList', 'StartDate', 'EndDate', 'ListPageNum'])],
  [
    'Transaction',
    new Set(
      `Type InstallmentCnt Amount CurrencyCode CardholderPresentCode MotoInd Description OriginalRetrefNum Secure3D
       RewardList DownPaymentRate DelayDayCount`.split(/\s+/),
    ),
  ],
  ['Recurring', new Set(['Type', 'TotalPaymentNum', 'FrequencyType', 'FrequencyInterval', 'StartDate', 'PaymentList'])],
])

/** Parses whole minor units. */
export const parseAmount = (text: string): number | undefined =>
  /^[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined

/** Parses MMYY. */
export const parseExpiry = (text: string): { month: number; year: number } | undefined => {
  const match = /^(0[1-9]|1[0-2])(\d{2})$/.exec(text)
  return match ? { month: Number(match[1]), year: 2000 + Number(match[2]) } : undefined
}

/** Allows letters, digits, - and _, at most 36. */
export const isOrderId = (text: string): boolean => /^[A-Za-z0-9_-]{1,36}$/.test(text)
