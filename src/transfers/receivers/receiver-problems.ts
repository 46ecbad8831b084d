/** Refuses one field of a recipient or a receiver account. */
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem, type ProblemCode } from '../../core/problem.ts'

export const receiverProblem = (field: string, code: ProblemCode, message: Phrase): Problem =>
  code === 'bad_request'
    ? fieldProblem(field, 'mismatch', message)
    : new Problem(code, { detail: phrase`${field}: ${message}`, errors: [{ field, code, message }] })

export const checkRepeatedId = (bodyId: string | undefined, pathId: string): void => {
  if (bodyId !== undefined && bodyId !== pathId)
    throw receiverProblem('id', 'bad_request', phrase`must be the id of the path, or be left out`)
}

export const recipientNotFound = (): Problem =>
  receiverProblem(
    'recipient_id',
    'recipient_not_found',
    phrase`names no recipient of this merchant; GET /api/v1/recipients lists them`,
  )

export const receiverIbanTaken = (iban: string): Problem =>
  receiverProblem('iban', 'iban_already_registered', phrase`${iban} is an account of this recipient already`)
