/** Settings of the organization. It is in one piece because its list and its dialogs share the actions of one table. */
import { type ReactNode, useState } from 'react'
import type { CreateSetting, Setting, SettingScope } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import {
  deleteSettingsByIdOfCards,
  getSettingsByIdOfCards,
  getSettingsKnownOfCards,
  getSettingsOfCards,
  postSettingsOfCards,
  putSettingsByIdOfCards,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { To } from '../../parts/link.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import type { Member } from '../../parts/record/members.tsx'
import { RecordDialog, RemoveDialog } from '../../parts/record/record-dialog.tsx'
import { RowMenu } from '../../parts/record/row-menu.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { LastEdit } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { GivenName } from '../../texts/given-names.ts'
import { KnownSettings } from './known-settings.tsx'
import { PLAN_TEXTS, TEXTS } from './texts.ts'

type Deed = { readonly kind: 'new' } | { readonly kind: 'edit' | 'remove'; readonly setting: Setting }
const SCOPES = ['global', 'tenant', 'user'] as const satisfies readonly SettingScope[]

const Settings = (): ReactNode => {
  const words = useTexts(TEXTS)
  const plan = useTexts(PLAN_TEXTS)
  const may = useMay()
  const [deed, setDeed] = useState<Deed | null>(null)
  const [{ q, scope }] = useAddress()
  const columns = useColumns(setDeed)
  const settings = useRead(
    getSettingsOfCards,
    { query: { search_term: q, scope: scope as SettingScope, page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  return (
    <Page
      title={words.title}
      hint={words.hint}
      actions={
        <>
          <To to="/plan" className="button">
            {plan.title}
          </To>
          <Action operation={postSettingsOfCards} onPress={() => setDeed({ kind: 'new' })} kind="primary">
            <Icon name="plus" />
            {words.add}
          </Action>
        </>
      }
    >
      <Filters
        find={{ name: 'q', label: words.find }}
        choices={[{ name: 'scope', label: words.scope, options: SCOPES.map((each) => [each, words[each]]) }]}
      />
      <List of={settings} empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => (
          <Table
            caption={words.caption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            noteOf={({ value }) => <code>{value}</code>}
          />
        )}
      </List>
      {may(getSettingsKnownOfCards) && <KnownSettings />}
      {deed !== null && <DeedDialog deed={deed} onClose={() => setDeed(null)} />}
    </Page>
  )
}

const useColumns = (onDeed: (deed: Deed) => void): Column<Setting>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  return [
    {
      head: words.key,
      cell: (row) => (
        <>
          <strong>
            <code>{row.key}</code>
          </strong>
          <span className="block small quiet">
            <GivenName of={row.description} />
          </span>
        </>
      ),
    },
    {
      head: words.value,
      cell: (row) => (
        <>
          <code>{row.value}</code>
          {row.counting_value !== null && row.counting_value !== row.value && (
            <span className="block small">{words.counting(row.counting_value)}</span>
          )}
        </>
      ),
    },
    { head: words.standard, cell: (row) => row.default_value && <code>{row.default_value}</code> },
    { head: words.scope, cell: (row) => words[row.scope] },
    { head: words.category, cell: (row) => row.category && <code>{row.category}</code> },
    { head: record.changedBy, cell: (row) => <LastEdit id={row.id} /> },
    {
      head: record.actions,
      isKept: true,
      cell: (setting) => {
        const reason = setting.is_read_only ? words.readOnly : null
        return (
          <RowMenu
            of={setting.key}
            deeds={[
              {
                operation: putSettingsByIdOfCards,
                text: record.edit,
                reason: reason,
                onPress: () => onDeed({ kind: 'edit', setting }),
              },
              {
                operation: deleteSettingsByIdOfCards,
                text: record.remove,
                reason: reason,
                onPress: () => onDeed({ kind: 'remove', setting }),
              },
            ]}
          />
        )
      },
    },
  ]
}

const DeedDialog = ({ deed, onClose }: { deed: Deed; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  if (deed.kind === 'new') return <NewDialog onClose={onClose} />
  const { setting } = deed
  const path = { id: setting.id }
  if (deed.kind === 'remove')
    return (
      <RemoveDialog
        operation={deleteSettingsByIdOfCards}
        input={{ path }}
        name={setting.key}
        hint={words.removeHint}
        onClose={onClose}
      />
    )
  const { key, scope, scope_id, category, default_value, validation_regex, possible_values, extra_properties_dict } =
    setting
  const possible = possible_values?.split(',').map((each) => each.trim())
  return (
    <RecordDialog
      operation={putSettingsByIdOfCards}
      reads={getSettingsByIdOfCards}
      path={path}
      title={`${words.change}: ${key}`}
      members={[
        possible === undefined
          ? {
              name: 'value',
              label: words.value,
              isRequired: true,
              kind: setting.is_encrypted ? 'secret' : 'text',
              ...(setting.is_encrypted ? { hint: record.secret } : {}),
            }
          : {
              name: 'value',
              label: words.value,
              isRequired: true,
              kind: 'pick',
              options: possible.map((each) => [each, each]),
            },
        { name: 'description', label: record.description, kind: 'long', maxLength: 500 },
      ]}
      of={{ ...setting }}
      keeps={{
        key,
        scope,
        scope_id,
        category,
        default_value,
        validation_regex,
        possible_values,
        extra_properties_dict,
      }}
      onClose={onClose}
    >
      {setting.counting_value !== null && (
        <p className="notice waits">
          {words.counting(setting.counting_value)}. {words.agree}
        </p>
      )}
    </RecordDialog>
  )
}

const NewDialog = ({ onClose }: { onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const members: readonly Member<CreateSetting>[] = [
    { name: 'key', label: words.key, hint: words.keyHint, isRequired: true, maxLength: 100 },
    { name: 'value', label: words.value, isRequired: true },
    { name: 'description', label: record.description, kind: 'long', maxLength: 500 },
    {
      name: 'scope',
      label: words.scope,
      kind: 'pick',
      isRequired: true,
      options: (['tenant', 'user'] as const).map((each) => [each, words[each]]),
    },
    { name: 'scope_id', label: words.scopeId, maxLength: 36 },
    { name: 'category', label: words.category, maxLength: 100 },
    { name: 'is_encrypted', label: words.encrypted, kind: 'yes', hint: words.encryptedHint },
  ]
  return <RecordDialog operation={postSettingsOfCards} title={words.add} members={members} onClose={onClose} />
}

export default Settings
