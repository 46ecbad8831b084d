/**
 * Money as the platform writes it: whole minor units with their currency, in a type that plain objects do not satisfy.
 */
declare const brand: unique symbol

/** Can be used wherever a body takes `{amount, currency}`. */
export interface Money<C extends string = string> {
  /** Minor units: 12990 is 129.90 TRY. */
  readonly amount: number
  /** ISO 4217. */
  readonly currency: C
  readonly [brand]: true
}

/** Throws a RangeError for fractions, negative amounts and texts that are not currency codes. */
export const money = <const C extends string>(minorUnits: number, currency: C): Money<C> => {
  if (!Number.isSafeInteger(minorUnits) || minorUnits < 0)
    throw new RangeError(`${minorUnits} is not a whole, non-negative number of minor units`)
  if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError(`${currency} is not a currency code such as TRY`)
  return Object.freeze({ amount: minorUnits, currency }) as Money<C>
}

/**
 * Parses a decimal text exactly: parseMoney('129.90', 'TRY'). More decimals than the currency has are refused, not
 * rounded.
 */
export const parseMoney = <const C extends string>(decimal: string, currency: C): Money<C> => {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d+))?$/.exec(decimal) ?? []
  const digits = decimalsOf(currency)
  if (whole === undefined || part.length > digits)
    throw new RangeError(`${decimal} is not an amount of ${currency}, which has ${digits} decimals`)
  return money(Number(whole + part.padEnd(digits, '0')), currency)
}

/** Adding amounts of two currencies does not compile, and throws a RangeError if it happens at run time. */
export const addMoney = <C extends string>(a: Money<C>, b: Money<NoInfer<C>>): Money<C> => {
  return money(a.amount + sameCurrency(a, b).amount, a.currency)
}

export const subtractMoney = <C extends string>(a: Money<C>, b: Money<NoInfer<C>>): Money<C> =>
  money(a.amount - sameCurrency(a, b).amount, a.currency)

/** Returns a negative number if a is less; for sort(). */
export const compareMoney = <C extends string>(a: Money<C>, b: Money<NoInfer<C>>): number =>
  a.amount - sameCurrency(a, b).amount

/** Returns '129.90', with the decimals of the currency. */
export const toDecimal = ({ amount, currency }: Money): string => {
  const digits = decimalsOf(currency)
  const text = String(amount).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Formats money for people: formatMoney(price, 'tr-TR') is ₺129,90. */
export const formatMoney = (value: Money, locale?: string): string => {
  const digits = decimalsOf(value.currency)
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: value.currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(toDecimal(value) as Intl.StringNumericLiteral)
}

const sameCurrency = (a: Money, b: Money): Money => {
  if (a.currency !== b.currency) throw new RangeError(`${a.currency} and ${b.currency} cannot be combined`)
  return b
}

/**
 * Exponents of ISO 4217, as the platform counts; Intl leaves out decimals that are not used in shops (HUF, IQD), and
 * different ones in each release.
 */
const DECIMALS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([digits, currencies]) => currencies.split(' ').map((currency) => [currency, Number(digits)])),
)

const decimalsOf = (currency: string): number => DECIMALS.get(currency) ?? 2
