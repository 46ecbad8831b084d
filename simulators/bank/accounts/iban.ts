/** Turkish IBANs as the bank reads them: check digits, bank, account number. */

const IBAN = /^TR\d{24}$/
/** The three banks that this program simulates. */
const OWN_BANKS: ReadonlySet<string> = new Set(['00901', '00902', '00903'])

export const isIban = (text: string): boolean =>
  IBAN.test(text) && BigInt(`${text.slice(4)}2927${text.slice(2, 4)}`) % 97n === 1n

export const readBankCode = (iban: string): string => iban.slice(4, 9)

export const isOwnBank = (iban: string): boolean => OWN_BANKS.has(readBankCode(iban))

export const readAccountNumber = (iban: string): string => iban.slice(-16)
