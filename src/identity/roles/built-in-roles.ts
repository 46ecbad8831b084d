/** The built-in roles with their meaning (docs/interface/requests.md#roles). */

export const PLATFORM_ROLE = 'platform-admin'

const MEANING: Readonly<Record<string, string>> = {
  'tenant-admin': 'Includes every role of the tenant',
  'pos-admin': 'Cards: everything of the tenant',
  'pos-operator':
    'Cards: payments, refunds, voids, disputes, reconciliation and test cards; no configuration, no files of banks',
  'pos-viewer': 'Cards: reads',
  'reconciliation-uploader':
    'Cards: sends the files of banks and nothing else; a confirmed key with this role alone speaks for the bank',
  'merchant-admin': 'Cards: payments, refunds, voids, approvals and webhooks of the own merchant',
  'merchant-user': 'Cards: payments and reads of the own merchant; asks for cancellations instead of voiding',
  'transfer-admin': 'Transfers: everything, from create to approve, send and manage',
  'transfer-operator': 'Transfers: creates and queries; no approval',
  'transfer-viewer': 'Transfers: reads',
  'transfer-merchant-admin': 'Transfers: everything of the own merchant',
  'transfer-merchant-user': 'Transfers: creates and queries for the own merchant',
  'fraud-admin': 'Fraud: rules, policies, blacklist and alerts of the tenant',
  'fraud-analyst': 'Fraud: reads, alerts and new blacklist entries of the tenant',
}

/** Those a tenant may give. */
export const TENANT_ROLES: readonly string[] = Object.keys(MEANING)

export const roleMeaning = (role: string): string | null =>
  role === PLATFORM_ROLE ? 'Administers the platform; no access to what belongs to tenants' : (MEANING[role] ?? null)
