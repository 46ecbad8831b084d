/** Collects what is wrong with the items of a bulk create: all faults are reported at once, by index and field. */
import { listed, type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { type FieldError, Problem, type ProblemCode } from '../../core/problem.ts'

/** A refusal of one item. `field` is relative to the item: recipient.iban. */
export interface ItemFault {
  readonly field: string
  readonly code: ProblemCode
  readonly message: Phrase
}

export const takenExternalId = (index: number, externalId: string): ItemFault & { index: number } => ({
  index,
  field: 'external_id',
  code: 'duplicate_external_id',
  message: phrase`${externalId} belongs to a transfer of this merchant that is neither failed nor rejected`,
})

/** Refuses the call with the code of the first faulty item; errors[] names all of them. */
export const toItemsProblem = (faults: readonly (ItemFault & { index: number })[]): Problem => {
  const [first] = faults
  if (first === undefined) throw new Error('nothing is wrong')
  const errors: FieldError[] = faults.map(({ index, field, code, message }) => ({
    field: `items[${index}].${field}`,
    code: code === 'bad_request' ? 'mismatch' : code,
    message,
  }))
  const others = new Set(faults.map(({ index }) => index)).size - 1
  const more = others === 0 ? [] : [phrase`${others} more of the items are refused, see errors`]
  return new Problem(first.code, {
    detail: listed([phrase`items[${first.index}].${first.field}: ${first.message}`, ...more]),
    errors,
  })
}
