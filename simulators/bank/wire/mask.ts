/** Masks a message: card numbers are masked, including test cards; card codes, passwords and proofs are removed. */
import { isCardNumber, maskCard } from '../world/cards.ts'

const NUMBER = /(?<![0-9])[0-9]{13,19}(?![0-9])/g
const SECRET_ELEMENT =
  /<(Cvv2Val|CVV2|Cvv2|Password|UserPass|PayerAuthenticationCode|AuthenticationCode|HashData|cvc|mac|CardCVV2|HashPassword)>[^<]*</g
const SECRET_FIELD = /(^|&)(cv2|cardcvv2|cvv2|cvv|password|userpass|payerauthenticationcode)=[^&]*/gi
const SECRET_MEMBER = /"(cvv2|cvc|secureData|secureMd)"(\s*:\s*)"[^"]*"/g

export const maskText = (text: string): string =>
  text
    .replace(SECRET_ELEMENT, '<$1>***<')
    .replace(SECRET_FIELD, '$1$2=***')
    .replace(SECRET_MEMBER, '"$1"$2"***"')
    .replace(NUMBER, (digits) => (isCardNumber(digits) ? maskCard(digits) : digits))

export const hasCardNumber = (text: string): boolean =>
  (text.match(NUMBER) ?? []).some((digits) => isCardNumber(digits))
