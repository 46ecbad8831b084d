/** Days at the console: one program, browsers for the people in it, and what the server says when somebody else asks it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildConsole } from '../../scripts/console/build.ts'
import { openBrowser, openPages } from './browser.ts'
import { type Browser as Clerk, openBrowser as openClerk } from './console.ts'
import { type Person, personAt } from './console-person.ts'
import { openSeats, settled } from './console-seats.ts'
import { type ConsoleWords, type Language, readConsoleWords } from './console-words.ts'
import { makeFonts } from './fonts.ts'
import type { Answer } from './http.ts'
import { startTransferTeam, type TransferTeam } from './transfers.ts'

const LANGUAGES: readonly Language[] = ['tr', 'en']
/** `npm run checks -- console` sets it. */
export const skip = process.env.VEZNE_CONSOLE_SHOTS === undefined && 'npm run checks -- console'

export interface Story {
  readonly team: TransferTeam
  readonly base: string
  words(language: Language): Promise<ConsoleWords>
  /** By one click on the sign-in page. */
  signIn(name: string, language: Language): Promise<Person>
  /** With organization, name and password. */
  signInByPassword(tenant: string, username: string, password: string, language: Language): Promise<Person>
  /** What the server answers somebody of the demo people who asks it without pages: `cards/transactions/…`. */
  ask(as: string, path: string): Promise<Answer>
  tell(as: string, method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer>
  /** What the browsers complained about so far. */
  complaints(): string[]
  stop(): Promise<void>
}

const openStory = async (): Promise<Story> => {
  await buildConsole(() => undefined)
  const team = await startTransferTeam()
  const { vezne } = team
  const base = vezne.urls.console.replace('127.0.0.1', 'localhost')
  const browser = await openBrowser(makeFonts())
  const seats = openSeats(browser, base)
  const people: Person[] = []
  const clerks = new Map<string, Promise<Clerk>>()
  const clerkOf = (person: string): Promise<Clerk> => {
    const open = async (): Promise<Clerk> => {
      const clerk = openClerk(vezne)
      const { status, text } = await clerk.signIn(person)
      if (status !== 200) throw new Error(text)
      return clerk
    }
    const known = clerks.get(person) ?? open()
    clerks.set(person, known)
    return known
  }
  const sit = async (language: Language): Promise<Person> => {
    const seat = await seats.sit(null, language)
    const person = personAt(seat, await readConsoleWords(language), base)
    people.push(person)
    await seat.page.goto(`${base}/console/sign-in?lang=${language}`)
    return person
  }
  const arrive = async ({ page }: Person): Promise<void> => {
    await page.waitForURL(`${base}/console/`)
    await settled(page)
  }
  return {
    team,
    base,
    words: readConsoleWords,
    async signIn(name, language) {
      const person = await sit(language)
      await person.page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
      await arrive(person)
      return person
    },
    async signInByPassword(tenant, username, password, language) {
      const person = await sit(language)
      for (const [name, value] of Object.entries({ tenant, username, password }))
        await person.page.locator(`input[name=${name}]`).fill(value)
      await person.page.locator('input[name=password]').press('Enter')
      await arrive(person)
      return person
    },
    ask: async (as, path) => (await clerkOf(as)).call('GET', path),
    tell: async (as, method, path, body, headers = {}) =>
      (await clerkOf(as)).call(method, path, { headers, ...(body === undefined ? {} : { body }) }),
    // A refusal is no fault of the page: `refusals` of the person has those.
    complaints: () =>
      people.flatMap(({ complaints }) => complaints).filter((text) => !text.startsWith('Failed to load resource')),
    async stop() {
      await browser.close()
      await team.stop()
    },
  }
}

/**
 * The same day in either language, on a program of its own; the browsers have nothing to say at its end. A day that fails tells what its pages
 * show, and is not lived in the other language.
 */
export const dayOf = (name: string, live: (story: Story, language: Language) => Promise<void>): void => {
  let hasFailed = false
  for (const language of LANGUAGES)
    test(`${name}: ${language}`, { skip }, async (t) => {
      if (hasFailed) return t.skip('it failed in the other language')
      const story = await openStory()
      try {
        await live(story, language)
        assert.deepEqual(story.complaints(), [])
      } catch (error) {
        hasFailed = true
        t.diagnostic(await openPages())
        throw error
      } finally {
        await story.stop()
      }
    })
}
