/** Parses an IBAN into its parts, and checks form and check digits. */
import { electronicFormatIBAN, friendlyFormatIBAN, ValidationErrorsIBAN, validateIBAN } from 'ibantools'
import { hasIbanChecksum, maskIban } from '../../core/iban.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'

export interface IbanReading {
  is_valid: boolean
  checksum_valid: boolean
  format_valid: boolean
  country_code: string | null
  check_digits: string | null
  /** Set for a Turkish IBAN. */
  bank_code: string | null
  formatted_iban: string | null
  masked_iban: string | null
  error_message: Phrase | null
}

const CHARACTERS_MAX = 100 // an IBAN has at most 34; spaces between them are allowed
const CHECKSUM_FAULTS = new Set<number>([
  ValidationErrorsIBAN.ChecksumNotNumber,
  ValidationErrorsIBAN.WrongIBANChecksum,
  ValidationErrorsIBAN.WrongAccountBankBranchChecksum,
])

export const readIban = (text: string): IbanReading => {
  const iban = (text.length <= CHARACTERS_MAX && electronicFormatIBAN(text)) || ''
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$/.test(iban)) return UNREADABLE
  const { valid, errorCodes } = validateIBAN(iban)
  const formFaults = errorCodes.filter((code) => !CHECKSUM_FAULTS.has(code))
  return {
    is_valid: valid,
    checksum_valid: hasIbanChecksum(iban),
    format_valid: formFaults.length === 0,
    country_code: iban.slice(0, 2),
    check_digits: iban.slice(2, 4),
    bank_code: iban.startsWith('TR') && formFaults.length === 0 ? iban.slice(4, 9) : null,
    formatted_iban: friendlyFormatIBAN(iban),
    masked_iban: maskIban(iban),
    error_message: valid ? null : (MESSAGES[formFaults[0] ?? errorCodes[0] ?? -1] ?? phrase`This is not a valid IBAN`),
  }
}

const MESSAGES: Readonly<Record<number, Phrase>> = {
  [ValidationErrorsIBAN.NoIBANCountry]: phrase`The first two letters name no country that uses IBANs`,
  [ValidationErrorsIBAN.WrongBBANLength]: phrase`The length does not fit the country`,
  [ValidationErrorsIBAN.WrongBBANFormat]: phrase`Letters and digits do not stand where the country has them`,
  [ValidationErrorsIBAN.ChecksumNotNumber]: phrase`The two characters after the country must be digits`,
  [ValidationErrorsIBAN.WrongIBANChecksum]: phrase`The check digits do not fit: look for a mistyped character`,
  [ValidationErrorsIBAN.WrongAccountBankBranchChecksum]: phrase`The check digits of bank and account do not fit`,
}

const UNREADABLE: IbanReading = {
  is_valid: false,
  checksum_valid: false,
  format_valid: false,
  country_code: null,
  check_digits: null,
  bank_code: null,
  formatted_iban: null,
  masked_iban: null,
  error_message: phrase`An IBAN has two letters of its country, two check digits and up to 30 letters and digits`,
}
