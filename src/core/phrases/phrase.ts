/** A sentence of ours to people: written in English where it is said, put into Turkish where the answer is sent (in-turkish.ts). */

declare const said: unique symbol
/** English text that the catalogue knows. It is a string wherever it goes: to logs, rows, kept answers. */
export type Phrase = string & { readonly [said]: true }

/** phrase`The payment is ${status}.`: the catalogue knows it as "The payment is {}." */
export const phrase = (parts: TemplateStringsArray, ...values: readonly unknown[]): Phrase =>
  String.raw({ raw: parts }, ...values) as Phrase

/** What a bank, a library or another answer of ours wrote: it is passed on, and translated only if the catalogue happens to know it. */
export const verbatim = (text: string): Phrase => text as Phrase

/** Several faults in one line. */
export const listed = (faults: readonly Phrase[]): Phrase => faults.join('; ') as Phrase
