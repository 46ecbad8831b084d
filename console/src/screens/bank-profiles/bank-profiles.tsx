/** How banks identify a merchant. */
import { type ReactNode, useState } from 'react'
import type { MerchantBankProfile } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import {
  deleteMerchantsByMerchantIdBankProfilesById,
  getMerchantsByMerchantIdBankProfiles,
  postMerchantsByMerchantIdBankProfiles,
  postMerchantsByMerchantIdBankProfilesByIdConfirm,
  postMerchantsByMerchantIdBankProfilesByIdReject,
  putMerchantsByMerchantIdBankProfilesById,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { useAddress } from '../../parts/address.ts'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { Reading, StateCard } from '../../parts/reading.tsx'
import { useMerchantOptions } from '../../parts/record/merchant-field.tsx'
import { PendingNotice } from '../../parts/record/pending-notice.tsx'
import { RowMenu } from '../../parts/record/row-menu.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { type Deed, DeedDialog } from './profile-dialogs.tsx'
import { TEXTS } from './texts.ts'

const BankProfiles = (): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const merchants = useMerchantOptions()
  const [{ merchant = merchants[0]?.[0] }, change] = useAddress()
  const [deed, setDeed] = useState<Deed | null>(null)
  return (
    <Page
      title={words.title}
      hint={words.hint}
      actions={
        merchant !== undefined && (
          <Action
            operation={postMerchantsByMerchantIdBankProfiles}
            onPress={() => setDeed({ kind: 'new' })}
            kind="primary"
          >
            <Icon name="plus" />
            {words.add}
          </Action>
        )
      }
    >
      {merchants.length > 1 && (
        <div className="filters">
          <label className="pick">
            <span className="quiet small">{common.merchant}</span>
            <select value={merchant} onChange={(event) => change({ merchant: event.target.value })}>
              {merchants.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      {merchant === undefined ? (
        <StateCard icon="people" title={words.noMerchant} />
      ) : (
        <>
          <Profiles merchant={merchant} onDeed={setDeed} />
          {deed !== null && <DeedDialog deed={deed} merchant={merchant} onClose={() => setDeed(null)} />}
        </>
      )}
    </Page>
  )
}

const Profiles = ({ merchant, onDeed }: { merchant: string; onDeed: (deed: Deed) => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const columns = useColumns(onDeed)
  const profiles = useRead(getMerchantsByMerchantIdBankProfiles, { path: { merchant_id: merchant } })
  return (
    <Reading of={profiles}>
      {(rows) =>
        rows.length === 0 ? (
          <StateCard icon="bank" title={words.emptyTitle} hint={words.emptyHint} />
        ) : (
          <>
            {rows.map(
              (profile) =>
                profile.pending_change && (
                  <PendingNotice
                    key={profile.id}
                    title={`${toName(profile)}: ${words[profile.pending_change.action]}`}
                    name={toName(profile)}
                    change={profile.pending_change}
                    confirm={postMerchantsByMerchantIdBankProfilesByIdConfirm}
                    reject={postMerchantsByMerchantIdBankProfilesByIdReject}
                    onDecide={(kind) => onDeed({ kind, profile })}
                  />
                ),
            )}
            <Table
              caption={words.caption}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              noteOf={(row) => row.sub_merchant_name}
            />
          </>
        )
      }
    </Reading>
  )
}

const toName = (row: MerchantBankProfile): string => row.connector_config_name ?? row.connector_code ?? row.id

const useColumns = (onDeed: (deed: Deed) => void): Column<MerchantBankProfile>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  return [
    { head: record.bank, cell: (row) => <strong>{toName(row)}</strong> },
    { head: words.subId, cell: (row) => row.sub_merchant_id },
    { head: words.subName, cell: (row) => row.sub_merchant_name },
    { head: words.mcc, cell: (row) => row.sub_merchant_mcc },
    { head: record.city, cell: (row) => row.sub_merchant_city },
    {
      head: record.actions,
      isKept: true,
      cell: (profile) => (
        <RowMenu
          of={toName(profile)}
          deeds={[
            {
              operation: putMerchantsByMerchantIdBankProfilesById,
              text: record.edit,
              onPress: () => onDeed({ kind: 'edit', profile }),
            },
            {
              operation: deleteMerchantsByMerchantIdBankProfilesById,
              text: record.remove,
              onPress: () => onDeed({ kind: 'remove', profile }),
            },
          ]}
        />
      ),
    },
  ]
}

export default BankProfiles
