/** Accounts that transfers are paid from, with their balance at the bank. */
import { type ReactNode, useState } from 'react'
import type { AccountInfo } from '../../../../sdk/src/generated/transfers.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { getAccounts, getConnectoraccountsBankAccounts, putConnectoraccountsById } from '../../generated/operations.ts'
import { Page } from '../../parts/page.tsx'
import { Reading, StateCard } from '../../parts/reading.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Amount, Id, Status } from '../../parts/values.tsx'
import { type Same, useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { type AccountDeed, AccountDialog, AccountsAtBank, BindAction, BoundAccounts } from './bound-accounts.tsx'
import { TEXTS } from './texts.ts'

type Words = Same<(typeof TEXTS)['en']>

const AccountList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const columns = useColumns(words)
  const may = useMay()
  const [deed, setDeed] = useState<AccountDeed | null>(null)
  const accounts = useRead(getAccounts, {})
  return (
    <Page title={words.accounts} hint={words.accountsHint} actions={<BindAction onDeed={setDeed} />}>
      <div className="stack">
        <Reading of={accounts}>
          {({ data }) =>
            data === null || data.length === 0 ? (
              <StateCard icon="bank" title={words.noAccounts} hint={words.noAccountsHint} />
            ) : (
              <Table
                caption={words.accountsCaption}
                columns={columns}
                rows={data}
                keyOf={({ account_id }) => account_id}
                linkOf={({ account_id }) => `/accounts/${account_id}`}
                noteOf={({ additional_data }) => <>{additional_data.bank_name}</>}
              />
            )
          }
        </Reading>
        {may(putConnectoraccountsById) && <BoundAccounts onDeed={setDeed} />}
        {may(getConnectoraccountsBankAccounts) && <AccountsAtBank onDeed={setDeed} />}
      </div>
      {deed !== null && <AccountDialog deed={deed} onClose={() => setDeed(null)} />}
    </Page>
  )
}

const useColumns = (words: Words): Column<AccountInfo>[] => {
  const common = useTexts(WORDS)
  return [
    { head: words.name, cell: (row) => row.account_name },
    {
      head: words.available,
      isFigure: true,
      isKept: true,
      cell: (row) => <Amount minor={row.additional_data.available_balance} currency={row.currency} isAligned />,
    },
    {
      head: words.blocked,
      isFigure: true,
      cell: (row) => <Amount minor={row.additional_data.blocked_balance} currency={row.currency} isAligned />,
    },
    { head: words.bank, cell: (row) => row.additional_data.bank_name },
    { head: words.iban, cell: (row) => <Id value={row.additional_data.iban ?? row.account_number} /> },
    { head: common.status, cell: (row) => <Status value={row.status} /> },
  ]
}

export default AccountList
