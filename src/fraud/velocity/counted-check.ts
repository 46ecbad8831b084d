/** A check as velocity counts it: its time, its amount, and the subjects that its tenant's rules read. */
import type { Money } from '../../core/money.ts'
import type { PaymentFacts } from '../expressions/payment-variables.ts'
import type { TransferFacts } from '../expressions/transfer-variables.ts'
import type { FraudProcess } from '../rules/active-rule-store.ts'
import type { CountingPlan, SubjectKind } from './counting-plan.ts'
import { cardSubjectHash, type SubjectHasher, type SubjectHashes } from './subject-hashes.ts'

/** A check that is counted, and that counts. */
export interface CountedCheck {
  readonly checkId: string
  readonly tenantId: string
  readonly process: FraudProcess
  /** Second since 1970, platform clock. */
  readonly second: number
  readonly amount: number
  readonly currency: string
  readonly subjects: SubjectHashes
  readonly plan: CountingPlan
}

/** Numbers by the full name of the variable. */
export type VelocityValues = Readonly<Record<string, number>>

export interface CheckSubjectHashes {
  /** Subjects stored with a check, since its variables do not contain them. */
  readonly stored: Pick<SubjectHashes, 'card' | 'iban' | 'source_account'>
  /** Returns hashes of only these kinds: a hash that is not needed is not computed. */
  hashesFor(kinds: ReadonlySet<SubjectKind>): SubjectHashes
}

export const hashPaymentSubjects = (
  hasher: SubjectHasher,
  { card, customer, device, merchantId }: PaymentFacts,
): CheckSubjectHashes => {
  const kept = { card: cardSubjectHash(card.fingerprint) }
  const { email, ip, id } = customer
  const values = { email, ip, device: device.fingerprint, customer: id, merchant: merchantId }
  return {
    stored: kept,
    hashesFor: (kinds) => ({ ...(kinds.has('card') ? kept : {}), ...hasher.hashAll(values, kinds) }),
  }
}

export const hashTransferSubjects = (
  hasher: SubjectHasher,
  { recipient, sourceAccountId, merchantId }: TransferFacts,
): CheckSubjectHashes => {
  const kept = {
    card: recipient.cardNumber?.use((number) => hasher.hash('card', number)) ?? null,
    iban: recipient.iban === null ? null : hasher.hash('iban', recipient.iban),
    source_account: hasher.hash('source_account', sourceAccountId),
  }
  return {
    stored: kept,
    hashesFor: (kinds) => ({ ...pickKinds(kinds, kept), ...hasher.hashAll({ merchant: merchantId }, kinds) }),
  }
}

export const pickKinds = (kinds: ReadonlySet<SubjectKind>, subjects: SubjectHashes): SubjectHashes =>
  Object.fromEntries(Object.entries(subjects).filter(([kind]) => kinds.has(kind as SubjectKind)))

interface CountedSubject {
  id: string
  tenantId: string
  process: FraudProcess
  amount: Money
  atMs: number
}

export const toCountedCheck = (
  { id, tenantId, process, amount, atMs }: CountedSubject,
  plan: CountingPlan,
  known: CheckSubjectHashes['hashesFor'],
): CountedCheck => ({
  checkId: id,
  tenantId,
  process,
  second: Math.floor(atMs / 1_000),
  amount: amount.minor,
  currency: amount.currency,
  subjects: known(plan.kinds),
  plan,
})
