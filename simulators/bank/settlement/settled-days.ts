/** The files of settled days: the list, and the copies on the bank's disk with their checksums. */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DaySettled } from '../ledger/facts.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { dayName } from '../world/calendar.ts'
import { buildRecords } from './day-file.ts'
import { computeChecksum, EXTENSIONS, PROFILES, writeProfile } from './profiles.ts'

export type WrittenDay = DaySettled & { readonly at: number }

interface Name {
  readonly day: string
  readonly merchant: string
  readonly currency: string
  readonly number: number
}

const isThere = (ledger: Ledger) => (settled: DaySettled) => settled.file_at <= ledger.now()

/** Returns undefined if there is none, or not yet. */
export const settledDay = (ledger: Ledger, { day, merchant, currency, number }: Name): WrittenDay | undefined =>
  ledger.books.settledDays
    .filter(isThere(ledger))
    .find(
      (one) =>
        one.merchant === merchant && one.currency === currency && one.number === number && dayName(one.day) === day,
    ) as WrittenDay | undefined

export const isWrongSum = ({ lies }: DaySettled): boolean => lies.some(({ lie }) => lie === 'bad_checksum')

export const shownDays = (ledger: Ledger) =>
  ledger.books.settledDays
    .filter(isThere(ledger))
    .map(({ day, merchant, currency, number, batch }) => ({ day: dayName(day), merchant, currency, number, batch }))

/** Writes the missing files, each complete and with its checksum. */
export const createDayFiles = (ledger: Ledger, folder: string): (() => void) => {
  let done = 0
  const late = new Set<DaySettled>()
  const write = (settled: DaySettled): void => {
    const { day, merchant, currency, number } = settled
    const base = join(folder, `${dayName(day)}-${merchant}-${currency}-${number}`)
    for (const profile of PROFILES) {
      const path = `${base}.${EXTENSIONS[profile]}`
      if (existsSync(path)) continue
      const file = writeProfile(buildRecords(ledger.books, settled as WrittenDay), profile)
      writeFileSync(`${path}.sha256`, `${computeChecksum(isWrongSum(settled) ? Buffer.from('another') : file)}\n`)
      writeFileSync(`${path}.part`, file)
      renameSync(`${path}.part`, path)
    }
  }
  return () => {
    const { settledDays } = ledger.books
    for (; done < settledDays.length; done++) late.add(settledDays[done]!)
    if (late.size > 0) mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const settled of [...late].filter(isThere(ledger))) {
      write(settled)
      late.delete(settled)
    }
  }
}
