/** Akbank's hashes: HMAC-SHA512 with the secret key as it is written, in base64. */
import { createHmac } from 'node:crypto'

type Values = Readonly<Record<string, string>>

/** Returns the header auth-hash of a request: over the bytes of its body. */
export const computeHash = (content: Buffer | string, secretKey: string): string =>
  createHmac('sha512', secretKey).update(content).digest('base64')

/** Fields of the form in the order of its hash; a field that is absent counts as empty. */
export const HASHED: readonly string[] =
  `paymentModel txnCode merchantSafeId terminalSafeId orderId lang amount ccbRewardAmount pcbRewardAmount xcbRewardAmount
  currencyCode installCount okUrl failUrl emailAddress mobilePhone homePhone workPhone subMerchantId creditCard expiredDate cvv
  cardHolderName randomNumber requestDateTime b2bIdentityNumber merchantData merchantBranchNo mobileEci walletProgramData
  mobileAssignedId mobileDeviceType`.split(/\s+/)

export const formHash = (form: Values, secretKey: string): string => hashFields(form, HASHED, secretKey)

/** Returns the hash of what is posted back; hashParams names the fields that it covers. */
export const callbackHash = (fields: Values, secretKey: string): string =>
  hashFields(fields, (fields.hashParams ?? '').split('+'), secretKey)

const hashFields = (fields: Values, names: readonly string[], secretKey: string): string =>
  computeHash(names.map((name) => fields[name] ?? '').join(''), secretKey)
