/** Field 39 of ISO 8583 as banks in Turkey use it: the default for a code that a connector's own table lacks. */
import type { CanonicalName } from './canonical-codes.ts'

// biome-ignore format: codes with the same meaning are on one line
const GROUPS: readonly [CanonicalName, readonly string[]][] = [
  ['refer_to_issuer', ['01', '02', '08', '60']],
  ['invalid_merchant', ['03']],
  ['pickup_card', ['04', '07', '33', '35', '67']],
  ['do_not_honor', ['05']],
  ['bank_declined', ['28']],
  ['system_malfunction', ['06', '96']],
  ['try_again', ['09', '19']],
  ['invalid_transaction', ['12', '40']],
  ['invalid_amount', ['13', '64']],
  ['invalid_card_number', ['14', '56']],
  ['issuer_not_found', ['15', '31', '92']],
  ['three_ds_required', ['1A']],
  ['void_after_settlement', ['21']],
  ['original_transaction_not_found', ['25', '29', '76']],
  ['request_format_error', ['30']],
  ['suspected_fraud', ['34', '37', '59']],
  ['restricted_card', ['36', '62']],
  ['pin_tries_exceeded', ['38', '75']],
  ['card_type_not_supported', ['39']],
  ['lost_card', ['41']],
  ['stolen_card', ['43']],
  ['insufficient_balance', ['51']],
  ['card_not_permitted', ['52', '53', '57']],
  ['expired_card', ['54']],
  ['invalid_pin', ['55', '86']],
  ['terminal_not_permitted', ['58']],
  ['amount_limit_exceeded', ['61']],
  ['security_violation', ['63']],
  ['frequency_limit_exceeded', ['65']],
  ['issuer_timeout', ['68']],
  ['blocked_card', ['78']],
  ['invalid_cvv', ['82', 'N7']],
  ['cutover_in_progress', ['90']],
  ['issuer_unavailable', ['91']],
  ['ecommerce_disabled', ['93']],
  ['duplicate_transaction', ['94']],
  ['settlement_in_progress', ['95']],
  ['connector_error', ['99']],
  ['recurring_revoked', ['R0', 'R1', 'R3']],
]

export const ISO_CODES: Readonly<Record<string, CanonicalName>> = Object.fromEntries(
  GROUPS.flatMap(([name, codes]) => codes.map((code) => [code, name])),
)
