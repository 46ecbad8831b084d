/** Reads Kuveyt Türk's callback after a challenge: XML in one field, whether it is the bank's for this payment, and its result. */
import {
  authenticationRefusal,
  type Fields,
  forged,
  isCutInto,
  isSameHash,
  matchesMaskedCard,
  verified,
} from '../kit/callback.ts'
import type { Bank } from '../kit/gateway.ts'
import type { CallbackReading, ConfirmedCallback, PendingChallenge } from '../three-d-secure.ts'
import { type Tree, textAt } from '../transport/message.ts'
import { readXml } from '../transport/xml.ts'
import { type KuveytAccount, kuveytHash } from './kuveyt-account.ts'
import { APPROVED } from './kuveyt-codes.ts'
import { KUVEYT_INQUIRIES } from './kuveyt-record.ts'
import { ANSWER_ROOT, kuveytOrderId } from './kuveyt-requests.ts'

/** The bank escapes the text as for an address before it puts it into the form. */
export const readAuthentication = ({ AuthenticationResponse: posted = '' }: Fields): Tree | undefined => {
  try {
    const text = posted.startsWith('<') ? posted : decodeURIComponent(posted.replaceAll('+', ' '))
    return readXml(Buffer.from(text), ANSWER_ROOT, null)
  } catch {
    return undefined
  }
}

export const verifyKuveytCallback = (fields: Fields, { attempt }: PendingChallenge): CallbackReading => {
  const answer = readAuthentication(fields)
  if (answer === undefined) return forged(fields.AuthenticationResponse === undefined ? 'no_order' : 'incomplete')
  const text = (name: string): string => textAt(answer, name) ?? ''
  const [order, code, bankOrder, hash] = ['MerchantOrderId', 'ResponseCode', 'OrderId', 'HashData'].map(text)
  if (order === '') return forged('no_order')
  if (order !== kuveytOrderId(attempt)) return forged('other_order')
  // A refusal of the gateway before the challenge has no hash.
  if (hash === '') return code === '' || code === APPROVED ? forged('incomplete') : { kind: 'unsigned' }
  const { password } = attempt.configuration.secrets
  const values = [order!, code!, bankOrder!]
  if (!password || !isSameHash(hash!, kuveytHash(values.join(''), password))) return forged('bad_hash')
  // A digit of the bank's number in front of the code would make it another one.
  const cut = new RegExp(`^(${order})([0-9]{2}|[A-Z][0-9A-Z]|[A-Za-z]{3,})([0-9]+)$`)
  if (!isCutInto(values, cut.exec(values.join('')))) return forged('bad_hash')
  if (code !== APPROVED) return failed(text('ResponseMessage'))
  const amount = textAt(answer, 'VPosMessage/Amount') ?? String(attempt.amount.minor)
  if (amount !== String(attempt.amount.minor)) return forged('other_amount')
  if (!matchesMaskedCard(textAt(answer, 'VPosMessage/CardNumber') ?? '', attempt.card.number))
    return forged('other_card')
  const md = text('MD')
  if (!/^[A-Za-z0-9+/=]{8,512}$/.test(md)) return forged('incomplete')
  return verified({ mdStatus: '1', proof: { md }, refusal: undefined })
}

const failed = (message: string) =>
  verified({ mdStatus: '0', proof: {}, refusal: authenticationRefusal('0', message), message })

/** A refusal that nothing signs counts once the bank's record has no charge. */
export const confirmRefusal = async (
  bank: Bank<KuveytAccount>,
  fields: Fields,
  { attempt }: PendingChallenge,
): Promise<ConfirmedCallback> => {
  const onRecord = await KUVEYT_INQUIRIES.inquire(bank, attempt)
  if (onRecord.kind === 'not_found' || onRecord.kind === 'declined')
    return failed(textAt(readAuthentication(fields) ?? {}, 'ResponseMessage') ?? '')
  if (onRecord.kind === 'no_answer') return onRecord
  return forged('incomplete')
}
