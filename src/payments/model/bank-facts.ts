/** Facts that a bank stated about a payment, or about a capture, void or refund of it: columns of both tables. */
import type { BankReferences } from '../../connectors/attempt.ts'

interface StoredReferences {
  provider_transaction_id: string | null
  auth_code: string | null
  host_reference: string | null
}

export interface BankFacts extends StoredReferences {
  bank_code: string | null
  error_code: string | null
  error_message: string | null
}

const NO_STORED_REFERENCES: StoredReferences = { provider_transaction_id: null, auth_code: null, host_reference: null }

/** The facts before any bank has answered. */
export const NO_BANK_FACTS: BankFacts = {
  ...NO_STORED_REFERENCES,
  bank_code: null,
  error_code: null,
  error_message: null,
}

export const BANK_FACT_COLUMNS =
  'provider_transaction_id, auth_code, host_reference, bank_code, error_code, error_message'

export const toStoredReferences = (references: BankReferences | undefined): StoredReferences =>
  references === undefined
    ? NO_STORED_REFERENCES
    : {
        provider_transaction_id: references.providerTransactionId,
        auth_code: references.authCode,
        host_reference: references.hostReference,
      }

export const toBankReferences = (stored: StoredReferences): BankReferences => ({
  providerTransactionId: stored.provider_transaction_id,
  authCode: stored.auth_code,
  hostReference: stored.host_reference,
})

/** A step of a history names only the facts that are known. */
export type KnownFacts = { [Fact in keyof BankFacts]?: string }

export const toKnownFacts = (facts: BankFacts): KnownFacts => {
  const { provider_transaction_id, auth_code, host_reference, bank_code, error_code, error_message } = facts
  const all = { error_code, error_message, provider_transaction_id, auth_code, host_reference, bank_code }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as KnownFacts
}
