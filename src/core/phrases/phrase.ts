/**
 * A sentence of ours to people: its template and its values. It reads in English wherever it becomes text, and in Turkish in an answer to
 * a caller who asked for Turkish (in-turkish.ts). A finished sentence had to be taken apart again for a Turkish reader, and a text of a
 * bank could pass for one of ours. A key instead of the sentence would hide the text from a reader of the code.
 */

/** A name, a code or a state of the interface as text, a number, or words: these are a phrase. */
export type PhraseValue = string | number | bigint | Phrase

export class Phrase {
  /** "The payment is {}.": the key of the phrase in the catalogue. */
  readonly template: string
  readonly values: readonly PhraseValue[]
  constructor(template: string, values: readonly PhraseValue[] = []) {
    this.template = template
    this.values = values
  }

  toString(): string {
    return fillIn(this.template.split('{}'), this.values.map(String))
  }

  toJSON(): string {
    return String(this)
  }

  /** Returns the phrase with a changed text in place of each that came from outside, for logs and rows that must not hold it. Numbers become texts if the change alters them. */
  withTexts(change: (text: string) => string): Phrase {
    return new Phrase(
      change(this.template), // a constant that came from a row
      this.values.map((value) => {
        if (value instanceof Phrase) return value.withTexts(change)
        const text = change(String(value))
        return text === String(value) ? value : text
      }),
    )
  }
}

/** phrase`The payment is ${status}.`: a value that is an English sentence does not compile, it has to be a phrase itself. */
export const phrase = <const Values extends readonly PhraseValue[]>(
  parts: TemplateStringsArray,
  ...values: Values & { readonly [At in keyof Values]: WithoutWords<Values[At]> }
): Phrase => new Phrase(parts.join('{}'), values)

type WithoutWords<Value> = Value extends `${string} ${string}` ? 'words are a phrase' : Value

/** A text written by a bank, a library or another answer of ours: it is passed on unchanged. */
export const verbatim = (text: string): Phrase => new Phrase('{}', [text])

/** A constant of a table or of a row, such as the meaning of a code: Turkish where the catalogue knows the whole of it. */
export const constantPhrase = (english: string): Phrase =>
  english.includes('{}') ? verbatim(english) : new Phrase(english)

/** Joins several faults in one line. */
export const listed = (faults: readonly Phrase[], between = '; '): Phrase =>
  new Phrase(faults.map(() => '{}').join(between), faults)

/** "a", "a or b", "a or b or c" */
export const either = (names: readonly PhraseValue[]): PhraseValue =>
  names.reduce((before, name) => phrase`${before} or ${name}`)
export const both = (names: readonly PhraseValue[]): PhraseValue =>
  names.reduce((before, name) => phrase`${before} and ${name}`)

const fillIn = (parts: readonly string[], values: readonly string[]): string =>
  parts.map((part, at) => (at === 0 ? part : `${values[at - 1]}${part}`)).join('')
