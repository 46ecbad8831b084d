/** Parses an IBAN that is to receive money into its plain form and its bank, or returns what is wrong with it. */
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import type { ProblemCode } from '../../core/problem.ts'
import { readIban } from '../../reference/validation/read-iban.ts'

interface ReceiverIban {
  readonly iban: string
  /** Null for a foreign IBAN, whose bank is not in the reference data. */
  readonly bankCode: string | null
}
interface IbanFault {
  readonly code: ProblemCode
  readonly message: Phrase
}

export const parseReceiverIban = (text: string, isBank: (code: string) => boolean): ReceiverIban | IbanFault => {
  const { is_valid, formatted_iban, bank_code, error_message } = readIban(text)
  if (!is_valid) return { code: 'invalid_iban', message: error_message ?? phrase`is no valid IBAN` }
  if (bank_code !== null && !isBank(bank_code))
    return { code: 'bank_not_found', message: phrase`no bank has the code ${bank_code} this IBAN names` }
  return { iban: (formatted_iban as string).replaceAll(' ', ''), bankCode: bank_code }
}
