/** The meaning of PayFor's ProcReturnCode: the card's bank answers in two characters, the gateway itself with a letter and three digits. */
import type { CanonicalName } from '../codes/canonical-codes.ts'
import { codeTable } from '../codes/code-table.ts'
import { ISO_CODES } from '../codes/iso-codes.ts'

// biome-ignore format: codes with the same meaning are on one line
const GATEWAY: readonly [CanonicalName, string][] = [
  ['invalid_card_number', 'M008 M041'],
  ['invalid_cvv', 'M005 M018'],
  ['invalid_amount', 'M001 M004 M012 M019 M045 V027 V031'],
  ['request_format_error', 'M002 M003 M006 M007 M010 M013 M014 M015 M016 M017 M021 M022 M023 M024 M026 M028 M038 M043 M048 M050 V028 V030 V045'],
  ['installment_not_allowed', 'M020 V023 V024 V046 V047 V048 V049 V050 V051 V052 V053 V054 V055 V056 V057 V058 V059 V060'],
  ['card_type_not_supported', 'V005'],
  ['invalid_signature', 'M009 M030 M047 M049 V004'],
  ['invalid_merchant', 'V001 V008'],
  ['merchant_not_active', 'V007 V009'],
  ['terminal_not_permitted', 'V006 V010 V011 V035 V038'],
  ['original_transaction_not_found', 'V013 V021'],
  ['refund_before_settlement', 'V014'],
  ['refund_not_allowed', 'V015'],
  ['void_after_settlement', 'V018 V019'],
  ['invalid_transaction', 'V016 V022 V026'],
  ['bank_declined', 'V044'],
  ['three_ds_authentication_failed', 'V034'],
  // Done before: voided, captured, refunded, or an order id that was used. The bank's record decides.
  ['duplicate_transaction', 'V017 V025 V029 V037 101310'],
  ['three_ds_unavailable', 'MR15 V002 V012'],
  ['try_again', 'V000 V020'],
  ['system_malfunction', 'V003 V036'],
  ['connector_error', 'M011 M025 M042 M044 M046 V032 V111 V9196 V9199'],
]

/** Codes of the card's bank whose meaning here is not that of ISO 8583. */
const OWN: Readonly<Record<string, CanonicalName>> = {
  '06': 'restricted_card',
  '16': 'bank_declined',
  '22': 'pin_tries_exceeded',
  '34': 'invalid_cvv',
  '56': 'card_type_not_supported',
  '76': 'system_malfunction',
  '77': 'bank_declined',
  '78': 'invalid_pin',
  '98': 'duplicate_transaction',
}

export const PAYFOR_CODES = codeTable({
  ...ISO_CODES,
  ...OWN,
  ...Object.fromEntries(GATEWAY.flatMap(([name, codes]) => codes.split(' ').map((code) => [code, name]))),
})
