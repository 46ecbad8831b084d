/** How a check is counted: its moment, its amount, and the subjects that its tenant's rules read. */
import type { Money } from '../../core/money.ts'
import type { TransferFacts } from '../expressions/transfer-variables.ts'
import type { PaymentFacts } from '../expressions/payment-variables.ts'
import type { FraudProcess } from '../rules/active-rule-store.ts'
import type { Kind, Plan } from './counting-plan.ts'
import { cardOf, type SubjectHasher, type Subjects } from './subject-hashes.ts'

/** A check that is counted, and that counts. */
export interface Counting {
  readonly checkId: string
  readonly tenantId: string
  readonly process: FraudProcess
  /** Second since 1970, platform clock. */
  readonly second: number
  readonly amount: number
  readonly currency: string
  readonly subjects: Subjects
  readonly plan: Plan
}

/** Numbers by the full name of the variable. */
export type Counted = Readonly<Record<string, number>>

export interface KnownSubjects {
  /** Those a check keeps, since its variables do not tell them. */
  readonly kept: Pick<Subjects, 'card' | 'iban' | 'source_account'>
  /** Only of these kinds: a hash that nobody needs is not made. */
  known(kinds: ReadonlySet<Kind>): Subjects
}

export const paymentSubjects = (
  hasher: SubjectHasher,
  { card, customer, device, merchantId }: PaymentFacts,
): KnownSubjects => {
  const kept = { card: cardOf(card.fingerprint) }
  const { email, ip, id } = customer
  const values = { email, ip, device: device.fingerprint, customer: id, merchant: merchantId }
  return { kept, known: (kinds) => ({ ...(kinds.has('card') ? kept : {}), ...hasher.hashAll(values, kinds) }) }
}

export const transferSubjects = (
  hasher: SubjectHasher,
  { recipient, sourceAccountId, merchantId }: TransferFacts,
): KnownSubjects => {
  const kept = {
    card: recipient.cardNumber?.use((number) => hasher.hash('card', number)) ?? null,
    iban: recipient.iban === null ? null : hasher.hash('iban', recipient.iban),
    source_account: hasher.hash('source_account', sourceAccountId),
  }
  return {
    kept,
    known: (kinds) => ({ ...onlyOf(kinds, kept), ...hasher.hashAll({ merchant: merchantId }, kinds) }),
  }
}

export const onlyOf = (kinds: ReadonlySet<Kind>, subjects: Subjects): Subjects =>
  Object.fromEntries(Object.entries(subjects).filter(([kind]) => kinds.has(kind as Kind)))

interface CountedSubject {
  id: string
  tenantId: string
  process: FraudProcess
  amount: Money
  atMs: number
}

export const countingOf = (
  { id, tenantId, process, amount, atMs }: CountedSubject,
  plan: Plan,
  known: KnownSubjects['known'],
): Counting => ({
  checkId: id,
  tenantId,
  process,
  second: Math.floor(atMs / 1_000),
  amount: amount.minor,
  currency: amount.currency,
  subjects: known(plan.kinds),
  plan,
})
