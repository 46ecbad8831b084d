/**
 * An account as the bank reports it now, together with what is bound here
 * (docs/interface/transfers.md#accounts-at-the-bank).
 */
import type { ReportedAccount } from '../../connectors/transfer-bank.ts'
import { isoTime } from '../../core/clock.ts'
import type { Bank } from '../../reference/reference-store.ts'
import { transferRule } from '../../reference/transfer-rules/transfer-rules.ts'
import { readIban } from '../../reference/validation/read-iban.ts'
import type { SourceAccountRow } from '../source-accounts/source-account-store.ts'
import type { ServingBank } from './transfer-order.ts'

/** Compares by IBAN if it is known, otherwise by number at the bank. */
export const isSameAccount = (
  bound: Pick<SourceAccountRow, 'iban' | 'account_number' | 'bank_code'>,
  shown: Pick<ReportedAccount, 'iban' | 'accountNumber' | 'bankCode'>,
): boolean =>
  bound.iban === null
    ? bound.account_number === shown.accountNumber && bound.bank_code === shown.bankCode
    : bound.iban === shown.iban

export const toBankAccountResponse = (
  shown: ReportedAccount,
  bound: SourceAccountRow | undefined,
  { bank: { types } }: Pick<ServingBank, 'bank'>,
  { bankOf, nowMs }: { bankOf: (code: string) => Bank | undefined; nowMs: number },
) => {
  const bank = bankOf(shown.bankCode)
  return {
    account_id: bound?.id ?? shown.iban,
    account_number: shown.accountNumber,
    account_name: shown.name,
    account_type: shown.type,
    currency: shown.currency,
    status: shown.status,
    additional_data: {
      id: bound?.id ?? null,
      iban: shown.iban,
      iban_masked: readIban(shown.iban).masked_iban,
      bank_id: bank?.id ?? null,
      bank_name: bank?.name ?? null,
      bank_code: shown.bankCode,
      branch_name: shown.branchName,
      available_balance: shown.available,
      blocked_balance: shown.blocked,
      total_balance: shown.available + shown.blocked,
      balance_updated_at: isoTime(nowMs),
      supported_transfer_types: types.filter((type) => {
        const rule = transferRule(type, nowMs)
        return rule !== undefined && (rule.currencies?.includes(shown.currency) ?? true)
      }),
      is_active: bound?.is_active ?? false,
      created: bound === undefined ? null : isoTime(bound.created),
    },
  }
}
