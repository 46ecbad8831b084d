/** A refusal stored in a row: the text sent in English, and its phrases in addition, so that a repetition reads in the language of its caller. */

import { type FieldError, type Problem, type ProblemBody, type ProblemContext, problemBody } from '../problem.ts'
import { type Phrase, verbatim } from './phrase.ts'
import { fromStored, type StoredPhrase, toStored } from './stored-phrase.ts'

interface KeptPhrases {
  readonly detail: StoredPhrase
  readonly errors?: readonly StoredPhrase[]
}
interface KeptProblem extends Omit<ProblemBody, 'detail' | 'errors'> {
  readonly detail: string
  readonly errors?: readonly (Omit<FieldError, 'message'> & { readonly message: string })[]
  /** Never sent. Absent in rows stored before there were phrases, which repeat their English to every caller. */
  readonly phrases?: KeptPhrases
}

export const toKeptProblem = (problem: Problem, context: ProblemContext): string => {
  const body = problemBody(problem, context)
  const { detail, errors } = body
  const phrases: KeptPhrases = {
    detail: toStored(detail),
    ...(errors === undefined ? {} : { errors: errors.map(({ message }) => toStored(message)) }),
  }
  return JSON.stringify({ ...body, phrases })
}

/** The document as it was made. Of another answer than a problem nothing changes. */
export const fromKeptProblem = (text: string): ProblemBody => {
  const { phrases, ...kept } = JSON.parse(text) as KeptProblem
  const { detail, errors } = kept
  return {
    ...kept,
    detail: phraseOf(phrases?.detail, detail),
    ...(errors === undefined
      ? {}
      : {
          errors: errors.map((error, at) => ({ ...error, message: phraseOf(phrases?.errors?.[at], error.message) })),
        }),
  } as ProblemBody
}

const phraseOf = (stored: StoredPhrase | undefined, text: string): Phrase =>
  stored === undefined ? verbatim(text) : fromStored(stored)
