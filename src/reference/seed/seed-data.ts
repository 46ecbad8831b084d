/** The look-up data that ships with the program, read from its files. */
import { readFileSync } from 'node:fs'
import { mccCategory } from './mcc-category.ts'

type Env = 'sandbox' | 'production'

const HEADER = 1
const readRows = (file: string): string[][] =>
  readFileSync(new URL(`../data/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(HEADER)
    .map((line) => line.split(';'))

const orNull = (text: string | undefined): string | null => text || null

/** The simulated banks and the BINs of the test cards are part of the sandbox only. */
export const seedBanks = (env: Env) =>
  [...readRows('banks.csv'), ...(env === 'sandbox' ? readRows('test-banks.csv') : [])].map(([code, name, swift]) => ({
    code,
    name,
    swift_code: orNull(swift),
  }))

/** A test card's BIN may belong to a real bank; in the sandbox it belongs to the test card. */
export const seedBins = (env: Env) => {
  const tests = env === 'sandbox' ? readRows('test-bins.csv') : []
  const taken = new Set(tests.map(([bin]) => bin))
  return [...tests, ...readRows('bins.csv').filter(([bin]) => !taken.has(bin))].map(binOf)
}

const binOf = ([bin, bank, scheme, type, program, country, commercial, length]: string[]) => ({
  bin_start: bin,
  bin_end: bin,
  bank_code: orNull(bank),
  schema_type: scheme,
  card_type: type,
  card_program: program,
  country,
  is_commercial: commercial === 'true',
  card_length: Number(length),
})

export const seedCities = () => readRows('cities.csv').map(([code, name]) => ({ code, name, country: 'TR' }))

export const seedDistricts = () => readRows('districts.csv').map(([city_code, name]) => ({ city_code, name }))

/** Returns the codes of the package with our labels, or the package's English ones where we have none. */
export const seedMccCodes = async () => {
  const { default: listed } = await import('merchant-category-codes/with_groups/mcc-en.json', {
    with: { type: 'json' },
  })
  const labels = new Map(readRows('mcc-labels.csv').map(([code, english, turkish]) => [code, { english, turkish }]))
  return (listed as ListedMcc[]).map(({ mcc, group, fullDescription }) => {
    const english = labels.get(mcc)?.english || latin(fullDescription)
    return {
      code: mcc,
      description: labels.get(mcc)?.turkish ?? english,
      description_en: english,
      category: mccCategory(mcc, group.type),
    }
  })
}

interface ListedMcc {
  mcc: string
  group: { type: string }
  fullDescription: string
}

/** The package contains a few Cyrillic letters that look like Latin ones. */
const LOOKALIKES: Readonly<Record<string, string>> = { С: 'C', с: 'c', е: 'e', о: 'o', а: 'a' }
const latin = (text: string): string => text.replace(/[Ссеоа]/g, (letter) => LOOKALIKES[letter] as string)
