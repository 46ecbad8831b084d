/**
 * How rows are paired: each pass pairs what the earlier passes left. Within a pass equal keys are paired one to one,
 * the bank's rows in the order of their lines, ours in the order of their ids.
 */
export interface Pass {
  /** SQL over a row of our side, `p`; null pairs with nothing. */
  readonly platform: string
  /** SQL over a transaction of the bank, `b`, likewise. */
  readonly bank: string
}

interface Round {
  readonly passes: readonly Pass[]
  /** SQL of the key that assigns rows to buckets; it is equal for rows that a pass of the round could pair. */
  readonly platformKey: string
  readonly bankKey: string
}

const amountOf = (side: string): string => `${side}.amount::text`
const joined = (...parts: string[]): string => parts.join(" || '|' || ")
const when = (condition: string, key: string): string => `case when ${condition} then ${key} end`

/** The order id of the bank's row names our payment; for a refund, the payment that is refunded. */
const BY_ORDER: Round = {
  platformKey: 'coalesce(p.parent_id, p.payment_id)::text',
  bankKey: 'b.payment_id::text',
  passes: [
    {
      platform: when("p.kind <> 'refund'", joined('p.payment_id::text', amountOf('p'))),
      bank: when("b.kind <> 'refund'", joined('b.payment_id::text', amountOf('b'))),
    },
    {
      platform: when("p.kind <> 'refund'", 'p.payment_id::text'),
      bank: when("b.kind <> 'refund'", 'b.payment_id::text'),
    },
    {
      platform: when("p.kind = 'refund'", joined('p.parent_id::text', 'p.reference')),
      bank: when("b.kind = 'refund'", joined('b.payment_id::text', 'b.reference')),
    },
    {
      platform: when("p.kind = 'refund'", joined('p.parent_id::text', amountOf('p'))),
      bank: when("b.kind = 'refund'", joined('b.payment_id::text', amountOf('b'))),
    },
  ],
}

/**
 * A row that named one of our payments but did not match it must not match another. `any` is for a caller's rows, which
 * do not distinguish sales from refunds.
 */
const free = (key: string): string => when('b.payment_id is null', key)
const family = (side: string): string => `case when m.source = 'files' then ${side}.kind else 'any' end`

const BY_REFERENCE: Round = {
  platformKey: 'p.reference',
  bankKey: free('b.reference'),
  passes: [
    {
      platform: joined(family('p'), 'p.reference', amountOf('p')),
      bank: free(joined(family('b'), 'b.reference', amountOf('b'))),
    },
    { platform: joined(family('p'), 'p.reference'), bank: free(joined(family('b'), 'b.reference')) },
  ],
}

const BY_AUTH_CODE: Round = {
  platformKey: joined('p.auth_code', amountOf('p')),
  bankKey: free(joined('b.auth_code', amountOf('b'))),
  passes: [
    {
      platform: joined(family('p'), 'p.auth_code', amountOf('p'), 'p.day::text'),
      bank: free(joined(family('b'), 'b.auth_code', amountOf('b'), 'b.day::text')),
    },
    {
      platform: joined(family('p'), 'p.auth_code', amountOf('p')),
      bank: when('b.day is null', free(joined(family('b'), 'b.auth_code', amountOf('b')))),
    },
  ],
}

export const ROUNDS: readonly Round[] = [BY_ORDER, BY_REFERENCE, BY_AUTH_CODE]

/** Number of buckets per round. Keys are spread over them, so that each has a bounded share of the rows. */
export const BUCKETS = 64

/** A row without the round's key pairs with nothing in that round, so `spread` puts it into any bucket. */
const bucketOf = (round: number, key: string, spread: string): string =>
  `${round * BUCKETS} + (hashtext(coalesce(${key}, ${spread})) & ${BUCKETS - 1})`

export const platformBucket = (round: number): string =>
  bucketOf(round, (ROUNDS[round] as Round).platformKey, 'p.payment_id::text')
/** Installments of an order that is not ours stay together as well, because the first round adds them up. */
export const bankBucket = (round: number): string =>
  bucketOf(round, (ROUNDS[round] as Round).bankKey, round === 0 ? 'coalesce(b.order_id, b.line::text)' : 'b.line::text')

/** A caller's rows name no orders, so the first round is skipped. */
export const firstRound = (source: 'rows' | 'files'): number => (source === 'files' ? 0 : 1)
