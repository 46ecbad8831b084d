/**
 * The look-up data in memory, and what it says about a card number. Every payment or form reads these 2,600 rows, and
 * they hardly change, so a look-up costs no database call.
 */
import { LRUCache } from 'lru-cache'
import { type CardScheme, detectScheme } from '../core/card-number.ts'
import type { CardBrandName, CardTypeName } from '../core/schema.ts'
import type { Tx } from '../infra/database/database.ts'
import { onAnyShard } from '../infra/database/shards/across-shards.ts'
import type { Runtime } from '../infra/runtime.ts'
import { type BinIndex, indexBins } from './bin-index.ts'
import {
  type Bank,
  type BankBin,
  type City,
  type District,
  type MccCode,
  selectBankBins,
  selectBanks,
  selectCities,
  selectDistricts,
  selectMccCodes,
} from './reference-store.ts'
import { compareTurkish } from './turkish-text.ts'

export interface ReferenceData {
  /** Sorted by code, like cities and merchant category codes; BIN ranges by their start, districts by name. */
  readonly banks: readonly Bank[]
  readonly bankBins: readonly BankBin[]
  readonly cities: readonly City[]
  readonly districts: readonly District[]
  readonly mccCodes: readonly MccCode[]
  readonly bankOf: (code: string) => Bank | undefined
  readonly rangeOf: BinIndex
}

/** Facts about a card, from its BIN range or otherwise from its prefix. */
export interface BinLookup {
  found: boolean
  schema_type: CardScheme
  card_type: CardTypeName
  card_program: CardBrandName | null
  country: string | null
  is_commercial: boolean
  bank_code: string | null
  bank_name: string | null
}

export interface ReferenceLookup {
  binOf(cardNumber: string): Promise<BinLookup>
  data(): Promise<ReferenceData>
  /** Accepts a name, in Turkish spelling and any case, or a code. */
  isListedCity(city: string): Promise<boolean>
  close(): void
}

const KEPT_MS = 60_000 // delay that a lost notification may cause; nothing here changes by the minute
const ALL = 'all'

export const createReferenceData = (runtime: Runtime): ReferenceLookup => {
  const kept = new LRUCache<string, ReferenceData>({
    max: 1,
    ttl: KEPT_MS,
    // The old data is used until the new is loaded, so no payment waits for a reload.
    allowStale: true,
    noDeleteOnFetchRejection: true,
    allowStaleOnFetchRejection: true,
    ignoreFetchAbort: true,
    fetchMethod: () => onAnyShard(runtime.db, (shard) => shard.transaction({ of: [] }, load)),
  })
  const stop = runtime.notifications.subscribe('reference', () => void kept.clear())
  const data = async (): Promise<ReferenceData> => (await kept.fetch(ALL)) as ReferenceData
  return {
    data,
    binOf: async (cardNumber) => toFacts(await data(), cardNumber),
    async isListedCity(city) {
      const wanted = city.trim().toLocaleLowerCase('tr-TR')
      const { cities } = await data()
      return cities.some(({ name, code }) => name.toLocaleLowerCase('tr-TR') === wanted || code === wanted)
    },
    close: () => void stop(),
  }
}

const load = async (tx: Tx): Promise<ReferenceData> => {
  const [banks, bankBins, cities, districts, mccCodes] = await Promise.all([
    selectBanks(tx),
    selectBankBins(tx),
    selectCities(tx),
    selectDistricts(tx),
    selectMccCodes(tx),
  ])
  const byCode = new Map(banks.map((bank) => [bank.code, bank]))
  districts.sort((a, b) => compareTurkish(a.name, b.name))
  return {
    banks,
    bankBins,
    cities,
    districts,
    mccCodes,
    bankOf: (code) => byCode.get(code),
    rangeOf: indexBins(bankBins),
  }
}

const toFacts = ({ rangeOf }: ReferenceData, cardNumber: string): BinLookup => {
  const range = rangeOf(cardNumber)
  if (range === undefined) return { ...UNKNOWN, schema_type: detectScheme(cardNumber) }
  const { schema_type, card_type, card_program, country, is_commercial, bank_code, bank_name } = range
  return { found: true, schema_type, card_type, card_program, country, is_commercial, bank_code, bank_name }
}

const UNKNOWN = {
  found: false,
  card_type: 'Credit',
  card_program: 'Other',
  country: 'TR',
  is_commercial: false,
  bank_code: null,
  bank_name: null,
} as const
