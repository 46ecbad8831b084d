/** Writes without an Idempotency-Key: after a lost answer nobody knows whether they were done, so the client sends them once; made by `node scripts/docs.ts`; not to be edited. */

export const SENT_ONCE: ReadonlySet<string> = new Set([
  'POST /api/v1/auth/{slug}/change-password',
  'POST /api/v1/auth/{slug}/login',
  'POST /api/v1/auth/{slug}/logout',
  'POST /api/v1/auth/{slug}/refresh',
  'POST /api/v1/auth/{slug}/token',
  'POST /api/v1/fraud/rules/{id}/test',
  'POST /api/v1/me/second-factor',
  'POST /api/v1/me/second-factor/confirm',
  'POST /api/v1/me/second-factor/disable',
  'POST /api/v1/me/second-factor/recovery-codes',
  'POST /api/v1/payments/3d/callback',
  'POST /api/v1/reconciliations/files',
  'POST /api/v1/sandbox/clock',
  'POST /api/v1/tenants/me/person-data/erase',
  'POST /api/v1/tenants/me/person-data/export',
  'POST /api/v1/transfers/bulk/check',
  'POST /api/v1/validation/creditcard',
  'POST /api/v1/validation/iban',
  'POST /api/v1/webhooks/transfer-notification',
])
