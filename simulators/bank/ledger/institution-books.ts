/** State derived from the facts of payment institutions: payments by their numbers, sub-merchants, notifications. */
import type {
  InstitutionFact,
  InstitutionPayment,
  SubMerchantKept,
  WebhookDue,
  WebhookPosted,
  WebhookWanted,
} from './institution-facts.ts'
import type { Order } from './order.ts'
import type { Session } from './session.ts'

export interface OwedWebhook extends WebhookDue {
  readonly attempts: number
}

export interface PostedWebhook extends WebhookPosted {
  readonly at: number
  readonly body: WebhookDue['body']
  readonly merchant: string
}

/** Keys begin with the merchant, as {@link toKey} makes them. */
export interface InstitutionBooks {
  readonly payments: Map<string, Order>
  readonly items: Map<string, Order>
  readonly conversations: Map<string, Order[]>
  readonly challenges: Map<string, Session>
  readonly subMerchants: Map<string, SubMerchantKept>
  readonly approved: Set<string>
  readonly wanted: Map<string, WebhookWanted>
  readonly owed: Map<string, OwedWebhook>
  readonly posted: PostedWebhook[]
}

export const emptyInstitutionBooks = (): InstitutionBooks => ({
  payments: new Map(),
  items: new Map(),
  conversations: new Map(),
  challenges: new Map(),
  subMerchants: new Map(),
  approved: new Set(),
  wanted: new Map(),
  owed: new Map(),
  posted: [],
})

const POSTED_MAX = 5_000

const keyOf = (merchant: string, name: string): string => `${merchant}\n${name}`

export const indexPayment = (books: InstitutionBooks, order: Order, payment: InstitutionPayment): void => {
  books.payments.set(keyOf(order.merchant, payment.payment_id), order)
  for (const { transaction_id } of payment.items) books.items.set(keyOf(order.merchant, transaction_id), order)
  const conversation = keyOf(order.merchant, payment.conversation_id)
  const known = books.conversations.get(conversation)
  if (known) known.push(order)
  else books.conversations.set(conversation, [order])
}

export const indexChallenge = (books: InstitutionBooks, session: Session, payment: InstitutionPayment): void => {
  books.challenges.set(keyOf(session.merchant, payment.payment_id), session)
}

type Kind = InstitutionFact['kind']
type Happening<K extends Kind> = (
  books: InstitutionBooks,
  entry: Extract<InstitutionFact, { kind: K }> & { readonly at: number },
) => void

export const INSTITUTION_HAPPENINGS: { readonly [K in Kind]: Happening<K> } = {
  sub_merchant(books, entry) {
    books.subMerchants.set(keyOf(entry.merchant, entry.key), entry)
  },
  item_approved({ approved }, { merchant, transaction_id, approved: isApproved }) {
    approved[isApproved ? 'add' : 'delete'](keyOf(merchant, transaction_id))
  },
  webhook_wanted(books, entry) {
    books.wanted.set(entry.merchant, entry)
  },
  webhook_due(books, entry) {
    books.owed.set(entry.id, { ...entry, attempts: 0 })
  },
  webhook_posted(books, entry) {
    const owed = books.owed.get(entry.id)
    if (!owed) return
    books.posted.push({ ...entry, body: owed.body, merchant: owed.merchant })
    if (books.posted.length > POSTED_MAX) books.posted.shift()
    if (entry.again_at === undefined) books.owed.delete(entry.id)
    else books.owed.set(entry.id, { ...owed, due_at: entry.again_at, attempts: owed.attempts + 1 })
  },
}
