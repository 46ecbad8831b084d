/** The merchants of the bank, from the single file of demo data that contains their credentials. */
import { readFileSync } from 'node:fs'
import type { Protocol } from '../ledger/facts.ts'

interface Written {
  readonly id: string
  readonly name: string
  readonly user: string
  readonly password: string
  readonly storeKey: string
  readonly suspended?: boolean
  readonly threeD?: boolean
  readonly preauth?: boolean
  readonly currencies?: readonly string[]
  readonly schemes?: readonly string[]
  readonly refundsSameDay?: boolean
  /** Takes no payment without 3-D Secure. */
  readonly only3d?: boolean
  /** A payment facilitator, whose every payment names the actual merchant. */
  readonly facilitator?: boolean
  /**
   * Callbacks of a gateway of another version: with the response of a charge although none was tried, and md status 7
   * for a refused form.
   */
  readonly answersFailures?: boolean
  /** Pays the whole of a sale after this many days; if absent, the day after, with installments month by month. */
  readonly blockedDays?: number
  /** Applies to every sale; if absent, it depends on the type of the card. */
  readonly commissionBasisPoints?: number
  /** A refund does not return the commission of its sale. */
  readonly keepsCommission?: boolean
}

export interface Merchant extends Written {
  readonly face: Protocol
  readonly suspended: boolean
  readonly threeD: boolean
  readonly preauth: boolean
  readonly currencies: readonly string[]
  readonly refundsSameDay: boolean
}

export interface GarantiMerchant extends Merchant {
  readonly merchantId: string
  readonly refundUser: string
  readonly refundPassword: string
}

export interface PosnetMerchant extends Merchant {
  readonly merchantId: string
  readonly posnetId: string
}

const CURRENCIES = ['TRY', 'USD', 'EUR', 'GBP']

/** `storeKey` is what PayFor calls MerchantPass. */
export interface PayforMerchant extends Merchant {
  readonly mbrId: string
}

/** `id` is the number of the merchant, which calls never name; `storeKey` is what Akbank calls the secret key. */
export interface AkbankMerchant extends Merchant {
  readonly merchantSafeId: string
  readonly terminalSafeId: string
}

/** `storeKey` is the password of the user. */
export interface KuveytMerchant extends Merchant {
  readonly customerId: string
}

/** `user` is the API key, `storeKey` the secret key. */
export interface IyzicoMerchant extends Merchant {
  /** Has sub-merchants, for each item one. */
  readonly marketplace?: boolean
}

const { nestpay, garanti, posnet, payfor, akbank, interpos, kuveyt, iyzico } = JSON.parse(
  readFileSync(new URL('merchants.json', import.meta.url), 'utf8'),
) as {
  nestpay: Written[]
  garanti: (Written & Pick<GarantiMerchant, 'merchantId' | 'refundUser' | 'refundPassword'>)[]
  posnet: (Omit<Written, 'user' | 'password'> & Pick<PosnetMerchant, 'merchantId' | 'posnetId'>)[]
  payfor: (Written & Pick<PayforMerchant, 'mbrId'>)[]
  akbank: (Omit<Written, 'user' | 'password'> & Pick<AkbankMerchant, 'merchantSafeId' | 'terminalSafeId'>)[]
  interpos: Written[]
  kuveyt: (Omit<Written, 'password'> & Pick<KuveytMerchant, 'customerId'>)[]
  iyzico: (Omit<Written, 'password'> & Pick<IyzicoMerchant, 'marketplace'>)[]
}

const complete = <W extends Written>(face: Protocol, written: W) => ({
  suspended: false,
  threeD: true,
  preauth: true,
  currencies: CURRENCIES,
  refundsSameDay: true,
  ...written,
  face,
})

/** Keyed by client id. */
export const NESTPAY_MERCHANTS: ReadonlyMap<string, Merchant> = new Map(
  nestpay.map((merchant) => [merchant.id, complete('nestpay', merchant)]),
)
/** Keyed by terminal id. */
export const GARANTI_MERCHANTS: ReadonlyMap<string, GarantiMerchant> = new Map(
  garanti.map((merchant) => [merchant.id, complete('garanti', merchant)]),
)

/** Keyed by terminal id. There are no users: the bank knows a merchant by its number and its address. */
export const POSNET_MERCHANTS: ReadonlyMap<string, PosnetMerchant> = new Map(
  posnet.map((merchant) => [merchant.id, complete('posnet', { user: '', password: '', ...merchant })]),
)
/** Keyed by MerchantId. */
export const PAYFOR_MERCHANTS: ReadonlyMap<string, PayforMerchant> = new Map(
  payfor.map((merchant) => [merchant.id, complete('payfor', merchant)]),
)
/** Keyed by the number of the merchant. There are no users: a call proves itself by its hash. */
export const AKBANK_MERCHANTS: ReadonlyMap<string, AkbankMerchant> = new Map(
  akbank.map((merchant) => [merchant.id, complete('akbank', { user: '', password: '', ...merchant })]),
)
/** Keyed by ShopCode; `storeKey` is what InterPOS calls the merchant's password. */
export const INTERPOS_MERCHANTS: ReadonlyMap<string, Merchant> = new Map(
  interpos.map((merchant) => [merchant.id, complete('interpos', merchant)]),
)
/** Keyed by MerchantId. The password is never sent: `storeKey` is what the hashes are made with. */
export const KUVEYT_MERCHANTS: ReadonlyMap<string, KuveytMerchant> = new Map(
  kuveyt.map((merchant) => [merchant.id, complete('kuveyt', { password: '', ...merchant })]),
)
/** Keyed by the institution's number of the merchant, which calls never name. */
export const IYZICO_MERCHANTS: ReadonlyMap<string, IyzicoMerchant> = new Map(
  iyzico.map((merchant) => [merchant.id, complete('iyzico', { password: '', ...merchant })]),
)

const MERCHANTS: Readonly<Record<Protocol, ReadonlyMap<string, Merchant>>> = {
  nestpay: NESTPAY_MERCHANTS,
  garanti: GARANTI_MERCHANTS,
  posnet: POSNET_MERCHANTS,
  payfor: PAYFOR_MERCHANTS,
  akbank: AKBANK_MERCHANTS,
  interpos: INTERPOS_MERCHANTS,
  kuveyt: KUVEYT_MERCHANTS,
  iyzico: IYZICO_MERCHANTS,
}

export const findMerchant = (face: Protocol, id: string): Merchant | undefined => MERCHANTS[face].get(id)

/** Returns the merchant to which both codes belong. */
export const findBySafeIds = (merchantSafeId: string, terminalSafeId: string): AkbankMerchant | undefined =>
  [...AKBANK_MERCHANTS.values()].find(
    (merchant) => merchant.merchantSafeId === merchantSafeId && merchant.terminalSafeId === terminalSafeId,
  )

export const findByApiKey = (apiKey: string): IyzicoMerchant | undefined =>
  [...IYZICO_MERCHANTS.values()].find(({ user }) => user === apiKey)

const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ...[...AKBANK_MERCHANTS.values()].flatMap(({ id, merchantSafeId, terminalSafeId }) => [
    [merchantSafeId, id] as const,
    [terminalSafeId, id] as const,
  ]),
  ...[...IYZICO_MERCHANTS.values()].map(({ user, id }) => [user, id] as const),
])

/** Returns the number by which the ledger knows a merchant, which may be named by a code of Akbank or a key of iyzico. */
export const resolveMerchant = (name: string): string => OTHER_NAMES.get(name) ?? name
