/** The built-in roles with their meaning (docs/interface/requests.md#roles). */
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'

export const PLATFORM_ROLE = 'platform-admin'

const MEANING: Readonly<Record<string, Phrase>> = {
  'tenant-admin': phrase`Includes every role of the tenant`,
  'pos-admin': phrase`Cards: everything of the tenant`,
  'pos-operator': phrase`Cards: payments, refunds, voids, disputes, reconciliation and test cards; no configuration, no files of banks`,
  'pos-viewer': phrase`Cards: reads`,
  'reconciliation-uploader': phrase`Cards: sends the files of banks and nothing else; a confirmed key with this role alone speaks for the bank`,
  'merchant-admin': phrase`Cards: payments, refunds, voids, approvals and webhooks of the own merchant`,
  'merchant-user': phrase`Cards: payments and reads of the own merchant; asks for cancellations instead of voiding`,
  'transfer-admin': phrase`Transfers: everything, from create to approve, send and manage`,
  'transfer-operator': phrase`Transfers: creates and queries; no approval`,
  'transfer-viewer': phrase`Transfers: reads`,
  'transfer-merchant-admin': phrase`Transfers: everything of the own merchant`,
  'transfer-merchant-user': phrase`Transfers: creates and queries for the own merchant`,
  'fraud-admin': phrase`Fraud: rules, policies, blacklist and alerts of the tenant`,
  'fraud-analyst': phrase`Fraud: reads, alerts and new blacklist entries of the tenant`,
}

/** Roles that a tenant may give. */
export const TENANT_ROLES: readonly string[] = Object.keys(MEANING)

export const roleMeaning = (role: string): Phrase | null =>
  role === PLATFORM_ROLE
    ? phrase`Administers the platform; no access to what belongs to tenants`
    : (MEANING[role] ?? null)
