/** Reads a bank's file of a day; its first line shows which form it has. */
import { phrase } from '../../core/phrases/phrase.ts'
import { csvProfile } from './csv-profile.ts'
import { type DayFileProfile, DayFileRefused, type DayItem, type Line } from './day-file.ts'
import { fixedWidthProfile } from './fixed-width-profile.ts'
import { garantiList } from './garanti-list.ts'
import { readLines } from './lines.ts'
import { mt940Profile } from './mt940-profile.ts'
import { nestpayList } from './nestpay-list.ts'

const DAY_FILE_PROFILES: readonly DayFileProfile[] = [
  csvProfile,
  fixedWidthProfile,
  mt940Profile,
  nestpayList,
  garantiList,
]

/** Values of a file's `form`. */
export const FORMS_WITH_COMMISSIONS: readonly string[] = DAY_FILE_PROFILES.filter(
  ({ hasCommissions }) => hasCommissions,
).map(({ name }) => name)

interface ReadDayFile {
  readonly profile: DayFileProfile
  /** Yields the header first. Throws {@link DayFileRefused}, at the latest after the last item. */
  readonly items: AsyncGenerator<DayItem>
}

export const readDayFile = async (bytes: AsyncIterable<Uint8Array>): Promise<ReadDayFile> => {
  const lines = readLines(bytes)
  const { value: first, done } = await lines.next()
  if (done) throw new DayFileRefused([{ line: null, message: phrase`the file is empty` }])
  const profile = DAY_FILE_PROFILES.find(({ begins }) => begins(first.bytes))
  if (!profile) {
    await lines.return(undefined)
    throw new DayFileRefused([{ line: 1, message: phrase`begins as no form of file that is known here` }])
  }
  return { profile, items: profile.read(from(first, lines)) }
}

async function* from(first: Line, rest: AsyncIterable<Line>): AsyncGenerator<Line> {
  yield first
  yield* rest
}
