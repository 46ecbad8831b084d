/** /payment/detail: the payment as it was made. What was taken back later is only in the reports. */
import { isVisible } from '../acquirer/visible-order.ts'
import type { Bank } from '../bank-parts.ts'
import { type Session, toKey } from '../ledger/books.ts'
import type { Order } from '../ledger/order.ts'
import type { Answer, Work } from '../wire/serve.ts'
import { failureText, refusedAnswer, successText } from './answer.ts'
import { type Members, textIn } from './fields.ts'
import { isPaid, paymentMembers, paymentSignature } from './payment-members.ts'
import type { IyzicoRequest } from './read-request.ts'
import { saidByBank } from './refusals.ts'
import { findChallenge } from './three-d.ts'

/** Returns visible payments, the newest last: one by its number, else all of a conversation. */
export const findPayments = (bank: Bank, merchant: string, message: Members): readonly Order[] => {
  const { payments, conversations } = bank.ledger.books.institution
  const [paymentId, conversation] = [textIn(message, 'paymentId'), textIn(message, 'paymentConversationId')]
  const one = payments.get(toKey(merchant, paymentId))
  const found = paymentId !== '' ? (one ? [one] : []) : (conversations.get(toKey(merchant, conversation)) ?? [])
  return found.filter((order) => isVisible(bank, order))
}

/** Returns challenges that were not charged, the newest last. */
export const findOpenChallenges = (bank: Bank, merchant: string, message: Members): readonly Session[] => {
  const [paymentId, conversation] = [textIn(message, 'paymentId'), textIn(message, 'paymentConversationId')]
  const one = findChallenge(bank, merchant, paymentId)
  const all = paymentId === '' ? [...bank.ledger.books.institution.challenges.values()] : one ? [one] : []
  return all.filter(
    (session) =>
      session.merchant === merchant &&
      !session.used &&
      (paymentId !== '' || session.payment?.conversation_id === conversation),
  )
}

/** INIT_THREEDS until the shopper is back, CALLBACK_THREEDS until the second call; a failed challenge is FAILURE. */
export const statusOfChallenge = ({ result }: Session): 'INIT_THREEDS' | 'CALLBACK_THREEDS' | 'FAILURE' => {
  if (result === undefined) return 'INIT_THREEDS'
  return result.fields.mdStatus === '1' ? 'CALLBACK_THREEDS' : 'FAILURE'
}

export const detailWork =
  (bank: Bank, read: IyzicoRequest): Work =>
  (_effect, extra) => {
    const { message, merchant } = read
    if (textIn(message, 'paymentId') === '' && textIn(message, 'paymentConversationId') === '')
      return refusedAnswer(bank, read, { refusal: 'mandatory', name: 'paymentId' }, extra)
    const order = findPayments(bank, merchant.id, message).at(-1)
    if (order) return orderAnswer(bank, read, order, extra)
    const session = findOpenChallenges(bank, merchant.id, message).at(-1)
    return session
      ? challengeAnswer(bank, read, session, extra)
      : refusedAnswer(bank, read, { refusal: 'unknown_order' }, extra)
  }

const orderAnswer = (bank: Bank, read: IyzicoRequest, order: Order, extra: boolean): Answer => {
  const { code, payment } = order
  if (code !== '00' || !isPaid(order)) {
    const members = { paymentId: payment?.payment_id, paymentStatus: 'FAILURE' }
    return { text: failureText(bank, read, saidByBank(code), extra, members), booked: false }
  }
  const members = {
    ...paymentMembers(bank, order),
    ...(order.session === undefined ? {} : { mdStatus: 1 }),
    paymentStatus: 'SUCCESS',
    ...paymentSignature(order, read.conversationId),
  }
  return { text: successText(bank, read, members, extra), booked: false }
}

const challengeAnswer = (bank: Bank, read: IyzicoRequest, session: Session, extra: boolean): Answer => {
  const members = { paymentId: session.payment?.payment_id, paymentStatus: statusOfChallenge(session) }
  return { text: successText(bank, read, members, extra), booked: false }
}
