/** IBANs inside texts: their check digits, and their masked form. */

/** An IBAN printed in groups or in one piece. */
const IBAN = /(?<![0-9A-Za-z])[A-Z]{2}[0-9]{2}(?:[ -]?[0-9A-Z]{4}){2,7}(?:[ -]?[0-9A-Z]{1,3})?(?![0-9A-Za-z])/gi
const MAY_BE_THERE = /[A-Z]{2}[0-9]{2}[ -]?[0-9A-Z]{4}/i // nearly every text ends here
const SHOWN_ENDS = 4

/** ISO 7064 over the rearranged text, letters as 10 to 35: also for countries the registry does not have. */
export const hasIbanChecksum = (iban: string): boolean => remainderOf(iban.slice(4) + iban.slice(0, 4)) === 1

const remainderOf = (text: string): number => {
  const digits = text.toUpperCase().replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return Number(BigInt(digits) % 97n)
}

/** The IBAN of an account at a Turkish bank; null: no IBAN can have this number. */
export const toTurkishIban = (bankCode: string, accountNumber: string): string | null => {
  const number = accountNumber.replace(/[\s-]/g, '').toUpperCase()
  if (!/^[0-9]{5}$/.test(bankCode) || !/^[0-9A-Z]{1,16}$/.test(number)) return null
  const account = `${bankCode}0${number.padStart(16, '0')}`
  return `TR${String(98 - remainderOf(`${account}TR00`)).padStart(2, '0')}${account}`
}

/** TR33******************1326: country and check digits, and the last four. */
export const maskIban = (iban: string): string =>
  iban.length <= 2 * SHOWN_ENDS
    ? '*'.repeat(iban.length)
    : `${iban.slice(0, SHOWN_ENDS)}${'*'.repeat(iban.length - 2 * SHOWN_ENDS)}${iban.slice(-SHOWN_ENDS)}`

/** Replaces every IBAN whose check digits are right, or that `isOne` takes for one. */
export const replaceIbans = (
  text: string,
  replaced: (iban: string) => string,
  isOne: (iban: string) => boolean = hasIbanChecksum,
): string =>
  MAY_BE_THERE.test(text)
    ? text.replace(IBAN, (found) => (isOne(found.replace(/[ -]/g, '')) ? replaced(found) : found))
    : text

/** Even with one mistyped digit, a Turkish IBAN still identifies a person's account. */
const isAccount = (iban: string): boolean => /^TR[0-9]{24}$/i.test(iban) || hasIbanChecksum(iban)

export const maskIbans = (text: string): string =>
  replaceIbans(text, (found) => maskIban(found.replace(/[ -]/g, '')), isAccount)
