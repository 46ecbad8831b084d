/**
 * The bank's ledger: facts are applied in memory at once, and no response reveals them before the journal is on disk.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { apply, type Books, emptyBooks } from './books.ts'
import type { Entry, Fact } from './facts.ts'
import { openJournal, readJournalLines } from './journal.ts'
import { lockFolder } from './lock.ts'

export interface Ledger {
  readonly books: Readonly<Books>
  /** Returns the bank's clock in ms. */
  now(): number
  /** `at` is the bank's time at which the fact was decided; by default now. */
  commit(fact: Fact, at?: number): void
  /**
   * Resolves when everything committed so far is on disk. Reads wait too, so that no response reveals what a crash
   * could undo.
   */
  durable(): Promise<void>
  /** Returns facts by number, oldest first. */
  entries(from: number, limit: number): Promise<Entry[]>
  close(): Promise<void>
}

/** Only one bank at a time uses a folder; a second one fails before it changes anything. */
export const openLedger = async (folder: string): Promise<Ledger> => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const unlock = lockFolder(folder)
  const path = join(folder, 'ledger.journal')
  const books = emptyBooks()
  const journal = await openJournal(path, (text) => apply(books, JSON.parse(text) as Entry)).catch((error: unknown) => {
    unlock()
    throw error
  })
  const now = (): number => Date.now() + books.offsetMs
  return {
    books,
    now,
    commit(fact, at = now()) {
      const entry: Entry = { n: books.count + 1, at, ...fact }
      apply(books, entry)
      journal.append(JSON.stringify(entry))
    },
    durable: () => journal.durable(),
    async entries(from, limit) {
      await journal.durable()
      return readEntries(path, from, limit)
    },
    async close() {
      await journal.durable()
      await journal.close()
      unlock()
    },
  }
}

/** Returns the ledger with its clock stopped, so that a decision of several steps is made and posted at one moment. */
export const atOneMoment = (ledger: Ledger): Ledger => {
  const at = ledger.now()
  return { ...ledger, now: () => at, commit: (fact) => ledger.commit(fact, at) }
}

/** Reads the file, because memory contains the derived state, not the facts. */
const readEntries = async (path: string, from: number, limit: number): Promise<Entry[]> => {
  const found: Entry[] = []
  let n = 0
  for await (const line of readJournalLines(path)) {
    if (++n < from) continue
    if (found.length === limit) break
    const text = line.toString('utf8')
    found.push(JSON.parse(text.slice(text.indexOf(' ') + 1)) as Entry)
  }
  return found
}
