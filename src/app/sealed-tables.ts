/** Every column of the platform that holds sealed values. A new one is one more line: a test reads the schema. */
import type { SealedTable } from '../infra/crypto/sealed-columns.ts'

const BY_ID = [['id', 'uuid']] as const

export const SEALED_TABLES: readonly SealedTable[] = [
  { table: 'payments', key: BY_ID, columns: ['card_sealed'] },
  { table: 'transfers', key: BY_ID, columns: ['card_sealed', 'tax_id_sealed'] },
  { table: 'recipients', key: BY_ID, columns: ['tax_id_sealed'] },
  { table: 'receiver_accounts', key: BY_ID, columns: ['card_sealed'] },
  { table: 'recurring_plans', key: BY_ID, columns: ['card_sealed', 'buyer_sealed'] },
  { table: 'checkout_sessions', key: BY_ID, columns: ['id_sealed', 'customer_sealed'] },
  { table: 'fields_sessions', key: BY_ID, columns: ['card_sealed', 'code_sealed'] },
  { table: 'console_sessions', key: BY_ID, columns: ['access_sealed', 'refresh_sealed'] },
  { table: 'mail_outbox', key: BY_ID, columns: ['mail_sealed'] },
  { table: 'monitor_channels', key: BY_ID, columns: ['address_sealed', 'secret_sealed'] },
  { table: 'password_requests', key: BY_ID, columns: ['request_sealed'] },
  { table: 'settings', key: BY_ID, columns: ['value_sealed'] },
  { table: 'three_d_sessions', key: [['payment_id', 'uuid']], columns: ['state_sealed', 'proof_sealed'] },
  {
    table: 'connector_configurations',
    key: BY_ID,
    columns: [
      'api_key_sealed',
      'secret_key_sealed',
      'password_sealed',
      'extra_credentials_sealed',
      'pending_api_key_sealed',
      'pending_secret_key_sealed',
      'pending_password_sealed',
      'pending_extra_credentials_sealed',
    ],
    sealedAs: {
      pending_api_key_sealed: 'api_key_sealed',
      pending_secret_key_sealed: 'secret_key_sealed',
      pending_password_sealed: 'password_sealed',
      pending_extra_credentials_sealed: 'extra_credentials_sealed',
    },
  },
  {
    table: 'webhook_subscriptions',
    key: BY_ID,
    columns: ['secret_sealed', 'previous_secret_sealed'],
    sealedAs: { previous_secret_sealed: 'secret_sealed' },
  },
  { table: 'archive_keys', key: BY_ID, columns: ['key_sealed'] },
  { table: 'users', key: BY_ID, columns: ['totp_sealed'] },
  { table: 'signing_keys', key: [['kid', 'text']], columns: ['private_sealed'] },
  {
    table: 'chargeback_evidence_pieces',
    key: [
      ['evidence_id', 'uuid'],
      ['piece', 'text'],
    ],
    columns: ['sealed'],
    lotRows: 16, // of 256 KiB
  },
  {
    table: 'idempotency_keys',
    key: [
      ['scope', 'text'],
      ['key', 'text'],
    ],
    columns: ['body_sealed'],
  },
]
