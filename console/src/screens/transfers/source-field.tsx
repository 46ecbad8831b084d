/** The source account of new transfers. */
import type { ReactNode } from 'react'
import type { TransferCurrency } from '../../../../sdk/src/generated/transfers.ts'
import { useTexts } from '../../texts/dictionary.ts'
import { TEXTS } from './texts.ts'

export interface SourceAccount {
  readonly id: string
  readonly currency: TransferCurrency
  readonly iban: string | null
  readonly account_number: string | null
  readonly bank_name: string | null
}

/** Lira accounts come first, because most transfers use them. */
export const usable = <A extends SourceAccount & { is_active: boolean }>(accounts: readonly A[]): A[] =>
  accounts
    .filter(({ is_active }) => is_active)
    .toSorted((a, b) => Number(b.currency === 'TRY') - Number(a.currency === 'TRY'))

export const SourceField = ({
  accounts,
  value,
  onChange,
}: {
  accounts: readonly SourceAccount[]
  value: string
  onChange: (id: string) => void
}): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <label className="field">
      <span className="label">{words.from}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {accounts.map((account) => (
          <option key={account.id} value={account.id}>
            {[account.currency, account.bank_name, account.iban ?? account.account_number].filter(Boolean).join(' · ')}
          </option>
        ))}
      </select>
    </label>
  )
}
