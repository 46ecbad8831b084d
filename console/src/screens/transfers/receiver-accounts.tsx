/** Accounts of all receivers, or of those at one bank. */
import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/data.ts'
import { getReceiveraccounts, getReceiveraccountsByBankByBankId } from '../../generated/operations.ts'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { List, PAGE_SIZE, toPage, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { useTexts } from '../../texts/dictionary.ts'
import { useBankOptions } from './account-fields.ts'
import { type ReceivedDeed, ReceivedDialog, ReceiverAccountTable } from './receiver-account-fields.tsx'
import { ACCOUNT_TEXTS } from './texts.ts'

const ReceiverAccounts = (): ReactNode => {
  const own = useTexts(ACCOUNT_TEXTS)
  const record = useTexts(RECORD)
  const [{ bank }] = useAddress()
  const [deed, setDeed] = useState<ReceivedDeed | null>(null)
  const banks = useBankOptions()
  const query = { page: usePage(), page_size: PAGE_SIZE }
  const all = useRead(getReceiveraccounts, { query }, { keepsRows: true, isOn: bank === undefined })
  const atBank = useRead(
    getReceiveraccountsByBankByBankId,
    { path: { bank_id: bank ?? '' }, query },
    { keepsRows: true, isOn: bank !== undefined },
  )
  return (
    <Page title={own.allAccounts} back={{ to: '/receivers', text: own.allReceivers }}>
      <Filters choices={[{ name: 'bank', label: record.bank, options: banks }]} />
      <List of={toPage(bank === undefined ? all : atBank)} empty={{ title: own.noReceived, hint: own.noReceivedHint }}>
        {(rows) => <ReceiverAccountTable caption={own.allAccountsCaption} rows={rows} onDeed={setDeed} hasLink />}
      </List>
      {deed !== null && <ReceivedDialog deed={deed} onClose={() => setDeed(null)} />}
    </Page>
  )
}

export default ReceiverAccounts
