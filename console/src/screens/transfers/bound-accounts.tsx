/** Bound accounts, for people who manage them: changed, unbound, and a new one bound. */
import { type ReactNode, useState } from 'react'
import type { AccountInfo, ConnectorAccount } from '../../../../sdk/src/generated/transfers.ts'
import { useRead } from '../../api/data.ts'
import {
  deleteConnectoraccountsById,
  getConnectoraccountsBankAccounts,
  getConnectoraccountsById,
  postConnectoraccounts,
  putConnectoraccountsById,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Card } from '../../parts/page.tsx'
import { Part } from '../../parts/reading.tsx'
import { RecordDialog, RemoveDialog } from '../../parts/record/record-dialog.tsx'
import { RowAction } from '../../parts/record/row-action.tsx'
import { RowMenu } from '../../parts/record/row-menu.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { Amount, Id, Status } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { useAccountMembers, useBankConfigurations, useBoundAccounts } from './account-fields.ts'
import { ACCOUNT_TEXTS, TEXTS } from './texts.ts'

export type AccountDeed =
  | { readonly kind: 'bind'; readonly of: Readonly<Record<string, unknown>> }
  | { readonly kind: 'edit' | 'unbind'; readonly of: ConnectorAccount }

type OnDeed = (deed: AccountDeed) => void

export const BindAction = ({ onDeed }: { onDeed: OnDeed }): ReactNode => {
  const own = useTexts(ACCOUNT_TEXTS)
  return (
    <Action operation={postConnectoraccounts} onPress={() => onDeed({ kind: 'bind', of: {} })} kind="primary">
      <Icon name="plus" />
      {own.bind}
    </Action>
  )
}

const toName = ({ description, iban, account_number, id }: ConnectorAccount): string =>
  description || iban || account_number || id

export const BoundAccounts = ({ onDeed }: { onDeed: OnDeed }): ReactNode => {
  const own = useTexts(ACCOUNT_TEXTS)
  const accounts = useBoundAccounts()
  const columns = useColumns(onDeed)
  return (
    <Card title={own.bound} className="queue">
      <p className="hint">{own.boundHint}</p>
      <Part of={accounts}>
        {({ data }) => (
          <Table
            caption={own.bound}
            columns={columns}
            rows={data.items}
            keyOf={({ id }) => id}
            noteOf={(row) => row.iban ?? row.account_number}
          />
        )}
      </Part>
    </Card>
  )
}

const useColumns = (onDeed: OnDeed): Column<ConnectorAccount>[] => {
  const words = useTexts(TEXTS)
  const own = useTexts(ACCOUNT_TEXTS)
  const record = useTexts(RECORD)
  const common = useTexts(WORDS)
  return [
    { head: own.holder, cell: (row) => <strong>{row.holder_name ?? toName(row)}</strong> },
    { head: words.iban, cell: (row) => <Id value={row.iban ?? row.account_number ?? row.id} /> },
    { head: record.bank, cell: (row) => row.bank_name },
    { head: record.configuration, cell: (row) => row.connector_configuration_name },
    { head: record.currency, cell: (row) => row.currency },
    { head: common.status, cell: (row) => <Status value={row.is_active ? 'active' : 'inactive'} /> },
    {
      head: record.actions,
      isKept: true,
      cell: (of) => (
        <RowMenu
          of={toName(of)}
          deeds={[
            { operation: putConnectoraccountsById, text: record.edit, onPress: () => onDeed({ kind: 'edit', of }) },
            { operation: deleteConnectoraccountsById, text: own.unbind, onPress: () => onDeed({ kind: 'unbind', of }) },
          ]}
        />
      ),
    },
  ]
}

/** The bank is queried only when a person selects it, because it responds live each time. */
export const AccountsAtBank = ({ onDeed }: { onDeed: OnDeed }): ReactNode => {
  const own = useTexts(ACCOUNT_TEXTS)
  const record = useTexts(RECORD)
  const options = useBankConfigurations()
  const [chosen, choose] = useState('')
  return (
    <Card title={own.atBank} className="queue">
      <p className="hint">{own.atBankHint}</p>
      {options.length === 0 ? (
        <p className="quiet">{own.noConfigurations}</p>
      ) : (
        <label className="field">
          <span className="label">{record.configuration}</span>
          <select value={chosen} onChange={(event) => choose(event.target.value)}>
            <option value="">{own.chooseBank}</option>
            {options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      )}
      {chosen !== '' && <Unbound configuration={chosen} onDeed={onDeed} />}
    </Card>
  )
}

const Unbound = ({ configuration, onDeed }: { configuration: string; onDeed: OnDeed }): ReactNode => {
  const own = useTexts(ACCOUNT_TEXTS)
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const shown = useRead(getConnectoraccountsBankAccounts, { query: { connector_configuration_id: configuration } })
  const bind = (of: AccountInfo): void =>
    onDeed({
      kind: 'bind',
      of: {
        connector_configuration_id: configuration,
        bank_id: of.additional_data.bank_id,
        holder_name: of.account_name,
        iban: of.additional_data.iban,
        account_number: of.account_number,
        currency: of.currency,
      },
    })
  return (
    <Part of={shown}>
      {({ data }) =>
        data === null || data.length === 0 ? (
          <p className="quiet">{own.noneUnbound}</p>
        ) : (
          <Table
            caption={own.atBank}
            rows={data}
            keyOf={({ account_id }) => account_id}
            noteOf={({ additional_data }) => additional_data.bank_name}
            columns={[
              { head: own.holder, cell: (row) => <strong>{row.account_name}</strong> },
              { head: words.iban, cell: (row) => <Id value={row.additional_data.iban ?? row.account_number} /> },
              {
                head: words.available,
                isFigure: true,
                cell: (row) => (
                  <Amount minor={row.additional_data.available_balance} currency={row.currency} isAligned />
                ),
              },
              {
                head: record.actions,
                isKept: true,
                cell: (row) => (
                  <RowAction
                    operation={postConnectoraccounts}
                    text={own.bindThis}
                    of={row.account_name}
                    onPress={() => bind(row)}
                  />
                ),
              },
            ]}
          />
        )
      }
    </Part>
  )
}

export const AccountDialog = ({ deed, onClose }: { deed: AccountDeed; onClose: () => void }): ReactNode => {
  const own = useTexts(ACCOUNT_TEXTS)
  const members = useAccountMembers()
  if (deed.kind === 'unbind')
    return (
      <RemoveDialog
        operation={deleteConnectoraccountsById}
        input={{ path: { id: deed.of.id } }}
        name={toName(deed.of)}
        hint={own.unbindHint}
        onClose={onClose}
      />
    )
  if (deed.kind === 'edit')
    return (
      <RecordDialog
        operation={putConnectoraccountsById}
        reads={getConnectoraccountsById}
        path={{ id: deed.of.id }}
        title={own.change}
        hint={own.changeHint}
        members={members}
        of={{ ...deed.of }}
        onClose={onClose}
      />
    )
  return (
    <RecordDialog
      operation={postConnectoraccounts}
      title={own.bind}
      hint={own.bindHint}
      members={members}
      of={{ currency: 'TRY', is_active: true, ...deed.of }}
      onClose={onClose}
    />
  )
}
