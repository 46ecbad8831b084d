/** The blacklist: values are added and removed, and never shown again. */
import { type ReactNode, useState } from 'react'
import type { BlacklistEntry, BlacklistEntryType, Operations } from '../../../../sdk/src/generated/fraud.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { usePlatformNow } from '../../api/platform-now.ts'
import {
  deleteFraudBlacklistById,
  deletePlatformFraudBlacklistById,
  getFraudBlacklist,
  getPlatformFraudBlacklist,
  postFraudBlacklist,
  postPlatformFraudBlacklist,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { Field } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { PickField } from '../../parts/pick-field.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Status, Time } from '../../parts/values.tsx'
import { filled, WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { WaitingNotices } from '../waiting/waiting-changes.tsx'
import { TEXTS } from './texts.ts'

type Query = NonNullable<Operations['GET /api/v1/fraud/blacklist']['query']>

const KINDS: readonly BlacklistEntryType[] = ['card', 'email', 'ip', 'device', 'iban', 'merchant_external_id']
const DAY_MS = 86_400_000

const OF_TENANT = {
  isPlatform: false,
  list: getFraudBlacklist,
  add: postFraudBlacklist,
  remove: deleteFraudBlacklistById,
}
const OF_PLATFORM = {
  isPlatform: true,
  list: getPlatformFraudBlacklist,
  add: postPlatformFraudBlacklist,
  remove: deletePlatformFraudBlacklistById,
}
const useSide = () => (useMay()(getFraudBlacklist) ? OF_TENANT : OF_PLATFORM)

const Blacklist = (): ReactNode => {
  const words = useTexts(TEXTS)
  const side = useSide()
  const [{ q, kind }] = useAddress()
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<BlacklistEntry | null>(null)
  const columns = useColumns(setRemoved)
  const entries = useRead(
    side.list,
    {
      query: {
        search_term: q,
        entry_type: kind as Query['entry_type'],
        page: usePage(),
        page_size: PAGE_SIZE,
      },
    },
    { keepsRows: true },
  )
  return (
    <Page
      title={words.title}
      actions={
        <Action operation={side.add} onPress={() => setAdding(true)} kind="primary">
          <Icon name="plus" />
          {words.add}
        </Action>
      }
    >
      <WaitingNotices side="checks" isShown={({ kind }) => kind === 'blacklist_entry'} />
      <Filters
        find={{ name: 'q', label: words.find }}
        choices={[{ name: 'kind', label: words.kind, options: KINDS.map((each) => [each, words[each]]) }]}
      />
      <List of={entries} empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => (
          <Table
            caption={words.caption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            noteOf={(row) => (
              <>
                {words[row.entry_type]} · {row.reason}
              </>
            )}
          />
        )}
      </List>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      {removed !== null && (
        <WriteDialog
          operation={side.remove}
          inputOf={() => ({ path: { id: removed.id } })}
          title={words.removeTitle}
          hint={words.removeHint(removed.display_value ?? words[removed.entry_type])}
          submit={words.remove}
          kind="danger"
          said={words.removed}
          onClose={() => setRemoved(null)}
        />
      )}
    </Page>
  )
}

const useColumns = (onRemove: (entry: BlacklistEntry) => void): Column<BlacklistEntry>[] => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const side = useSide()
  return [
    {
      head: words.value,
      cell: (row) => (
        <>
          <code>{row.display_value ?? '–'}</code>
          {row.scope === 'global' && <span className="quiet small block">{words.ofPlatform}</span>}
        </>
      ),
    },
    { head: words.kind, cell: (row) => words[row.entry_type] },
    { head: common.reason, cell: (row) => row.reason },
    { head: words.until, cell: (row) => (row.expires_at === null ? words.forever : <Time at={row.expires_at} />) },
    { head: common.status, cell: (row) => <Status value={row.is_active ? 'active' : 'expired'} /> },
    { head: words.added, cell: (row) => <Time at={row.created} /> },
    {
      head: common.details,
      isKept: true,
      cell: (row) => (
        <Action
          operation={side.remove}
          onPress={() => onRemove(row)}
          reason={row.scope === 'global' && !side.isPlatform ? words.globalHint : null}
        >
          {words.remove}
          <span className="unseen">: {row.display_value}</span>
        </Action>
      ),
    },
  ]
}

const AddDialog = ({ onClose }: { onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const side = useSide()
  const now = usePlatformNow()
  const check = (typed: string): string | null => (/^\d{0,4}$/.test(typed.trim()) ? null : words.daysWrong)
  return (
    <WriteDialog
      operation={side.add}
      inputOf={({ entry_type, value, display_value, reason, expires_at }) => ({
        body: {
          ...(side.isPlatform ? { scope: 'global' as const } : {}),
          entry_type: entry_type as BlacklistEntryType,
          value: value ?? '',
          display_value: filled(display_value),
          reason: filled(reason),
          expires_at: filled(expires_at) && new Date(now + Number(expires_at) * DAY_MS).toISOString(),
        },
      })}
      title={words.add}
      hint={words.addHint}
      submit={words.put}
      fields={['value', 'display_value', 'reason', 'expires_at']}
      said={words.putDone}
      onClose={onClose}
    >
      <PickField
        name="entry_type"
        label={words.kind}
        options={KINDS.map((each) => [each, words[each]])}
        value="email"
      />
      <Field
        name="value"
        label={words.value}
        hint={words.valueHint}
        isRequired
        maxLength={256}
        autoComplete="off"
        takesFocus
      />
      <Field name="display_value" label={words.display} hint={words.displayHint} maxLength={100} autoComplete="off" />
      <Field name="reason" label={common.reason} hint={words.reasonHint} maxLength={500} isLong />
      <Field
        name="expires_at"
        label={words.days}
        hint={words.daysHint}
        inputMode="numeric"
        maxLength={4}
        validate={check}
      />
    </WriteDialog>
  )
}

export default Blacklist
