/** Double entry in minor units: which accounts a movement touches. Every list sums to zero. */

/** Pairs of account and minor units; the sum over a fact is zero. */
export type Postings = readonly (readonly [account: string, minor: number])[]

/** Accounts of one merchant and currency. */
export type Account =
  | 'cardholder'
  | 'hold'
  | 'receivable'
  | 'blocked_receivable'
  | 'commission_income'
  | 'merchant_account'

export const toAccountName = (merchant: string, currency: string, account: Account): string =>
  `${merchant}/${currency}/${account}`

export const move = (from: string, to: string, minor: number): Postings =>
  minor === 0
    ? []
    : [
        [from, -minor],
        [to, minor],
      ]

/** Returns the postings for one order's merchant and currency. */
export const preparePostings = (merchant: string, currency: string) => {
  const cardholder = toAccountName(merchant, currency, 'cardholder')
  const hold = toAccountName(merchant, currency, 'hold')
  const receivable = toAccountName(merchant, currency, 'receivable')
  const blocked = toAccountName(merchant, currency, 'blocked_receivable')
  return {
    sale: (minor: number) => move(cardholder, receivable, minor),
    hold: (minor: number) => move(cardholder, hold, minor),
    release: (minor: number) => move(hold, cardholder, minor),
    /** The part of the hold that is not captured returns to the cardholder. */
    capture: (minor: number, held: number) => [
      ...move(hold, receivable, minor),
      ...move(hold, cardholder, held - minor),
    ],
    refund: (minor: number) => move(receivable, cardholder, minor),
    /** Posted at the day's end, when all of the receivable is blocked. */
    commission: (minor: number) => move(blocked, toAccountName(merchant, currency, 'commission_income'), minor),
    payout: (minor: number) => move(blocked, toAccountName(merchant, currency, 'merchant_account'), minor),
  }
}

/** From now on the day's receivable waits for its value date. */
export const dayEndPostings = (balances: ReadonlyMap<string, number>): Postings =>
  [...balances]
    .filter(([account, minor]) => account.endsWith('/receivable') && minor !== 0)
    .flatMap(([account, minor]) => move(account, account.replace(/receivable$/, 'blocked_receivable'), minor))

export const sumPostings = (postings: Postings): number => postings.reduce((sum, [, minor]) => sum + minor, 0)
