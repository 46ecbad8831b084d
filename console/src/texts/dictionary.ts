/** Texts of two languages with the same keys: a key that is missing in Turkish, or one too many, does not compile. */
import { useLanguage } from './language.ts'

type Entry = string | ((...args: never[]) => string)

/** The same keys; a text with places takes the same places. */
export type Same<E> = {
  readonly [K in keyof E]: E[K] extends (...args: infer A) => string ? (...args: A) => string : string
}

export interface Texts<E> {
  readonly en: Same<E>
  readonly tr: Same<E>
}

export const texts = <const E extends Readonly<Record<string, Entry>>>(en: E, tr: Same<NoInfer<E>>): Texts<E> => ({
  en: en as unknown as Same<E>,
  tr,
})

export const useTexts = <E>(of: Texts<E>): Same<E> => of[useLanguage()]

/** Beside a declaration, where a dictionary of its own would be too much. */
export interface Both {
  readonly en: string
  readonly tr: string
}
