/** Texts of two languages with the same keys: a missing or additional key in Turkish does not compile. */
import { useLanguage } from './language.ts'

type Entry = string | ((...args: never[]) => string)

/** The same keys; a text with parameters takes the same parameters. */
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

/** The texts of a single declaration that needs no dictionary. */
export interface Both {
  readonly en: string
  readonly tr: string
}
