/** The console's own words in one language: stories name a button or a field by them, and a word that is no more ends the story. */
import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CONSOLE = fileURLToPath(new URL('../../console/src/', import.meta.url))
export type Language = 'en' | 'tr'

// biome-ignore lint/suspicious/noExplicitAny: a test names the texts it expects
export type Dictionary = any
type Both = Readonly<Record<Language, string>>

export interface DeclaredScreen {
  readonly path: string
  readonly title: Both
  readonly anyOf: readonly { readonly id: string }[]
}

export interface ConsoleWords {
  readonly language: Language
  /** Of a folder of screens, or `common`, `record`, `frame`, `parts`. */
  of(name: string): Dictionary
  /** Of a state's value. */
  state(value: string): string
  /** Of the screen at this path. */
  title(path: string): string
}

/** Its types belong to a browser and to JSX: a project of their own judges them. */
export const ofConsole = (path: string): Promise<Dictionary> => import(join(CONSOLE, path))
export const declaredScreens = async (): Promise<readonly DeclaredScreen[]> => (await ofConsole('screens.ts')).SCREENS

export const readConsoleWords = async (language: Language): Promise<ConsoleWords> => {
  const known = new Map<string, Dictionary>([
    ['common', (await ofConsole('texts/words.ts')).WORDS],
    ['record', (await ofConsole('parts/record/texts.ts')).RECORD],
    ['frame', (await ofConsole('frame/texts.ts')).TEXTS],
    ['parts', (await ofConsole('parts/texts.ts')).TEXTS],
  ])
  for (const path of globSync('screens/*/texts.ts', { cwd: CONSOLE }))
    known.set(basename(dirname(path)), (await ofConsole(path)).TEXTS)
  const states = (await ofConsole('texts/states.ts')).STATES
  const screens = await declaredScreens()
  return {
    language,
    of: (name) => needed(known.get(name)?.[language], `texts of ${name}`),
    state: (value) => needed(states, 'states')[value][language],
    title: (path) => needed(screens.find((screen) => screen.path === path)?.title[language], path),
  }
}

/** Of a button that is looked for by undefined, any would be found. */
const needed = (found: Dictionary, name: string): Dictionary => {
  if (found === undefined) throw new Error(`the console has no ${name}`)
  if (typeof found !== 'object') return found
  return new Proxy(found, {
    get: (texts, key) =>
      typeof key !== 'string' || key === 'then' || key in texts
        ? texts[key as string]
        : needed(undefined, `text ${key} in the ${name}`),
  })
}
