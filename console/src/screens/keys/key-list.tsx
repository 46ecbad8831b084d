/** API keys: created, confirmed by a second person, given a new secret, switched off, deleted. */
import { type ReactNode, useState } from 'react'
import type { ApiKey } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import {
  deleteTenantsMeApiKeysById,
  getTenantsMeApiKeys,
  postTenantsMeApiKeys,
  postTenantsMeApiKeysByIdConfirm,
  postTenantsMeApiKeysByIdRotateSecret,
  putTenantsMeApiKeysById,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { SecretOnce } from '../../parts/secret-once.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Ago, Id, LastEdit, Status } from '../../parts/values.tsx'
import { type Same, useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { type Deed, KeyDialog } from './key-dialogs.tsx'
import { TEXTS } from './texts.ts'

type Words = Same<(typeof TEXTS)['en']>

const KeyList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const [{ q }] = useAddress()
  const [deed, setDeed] = useState<Deed | null>(null)
  const [secret, setSecret] = useState<{ readonly of: ApiKey; readonly text: string } | null>(null)
  const columns = useColumns(words, setDeed)
  const keys = useRead(
    getTenantsMeApiKeys,
    { query: { search_term: q, include_inactive: true, page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  return (
    <Page
      title={words.title}
      hint={words.hint}
      actions={
        <Action operation={postTenantsMeApiKeys} onPress={() => setDeed({ kind: 'create' })} kind="primary">
          <Icon name="plus" />
          {words.create}
        </Action>
      }
    >
      <Filters find={{ name: 'q', label: words.find }} />
      <List of={keys} empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => (
          <div className="compact">
            <Table
              caption={words.caption}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              noteOf={(row) => <code>{row.client_id}</code>}
            />
          </div>
        )}
      </List>
      {deed !== null && (
        <KeyDialog deed={deed} onClose={() => setDeed(null)} onSecret={(of, text) => setSecret({ of, text })} />
      )}
      {secret !== null && (
        <SecretOnce
          title={words.keyReady}
          secret={secret.text}
          rows={[
            [words.name, secret.of.display_name],
            [words.clientId, <Id key="i" value={secret.of.client_id} />],
          ]}
          onClose={() => setSecret(null)}
        />
      )}
    </Page>
  )
}

const useColumns = (words: Words, onDeed: (deed: Deed) => void): Column<ApiKey>[] => {
  const common = useTexts(WORDS)
  const record = useTexts(RECORD)
  return [
    {
      head: words.name,
      cell: (row) => (
        <>
          <strong>{row.display_name}</strong>
          {row.needs_confirmation && <span className="small quiet block">{words.waits}</span>}
          {!row.is_active && (
            <span className="block">
              <Status value="inactive" />
            </span>
          )}
        </>
      ),
    },
    { head: words.clientId, cell: (row) => <Id value={row.client_id} /> },
    {
      head: words.roles,
      cell: (row) => (
        <span className="codes">
          {row.roles.map((role) => (
            <code key={role}>{role}</code>
          ))}
        </span>
      ),
    },
    {
      head: words.lastUsed,
      cell: (row) =>
        row.last_used_at === null ? <span className="quiet">{words.never}</span> : <Ago at={row.last_used_at} />,
    },
    { head: record.changedBy, cell: (row) => <LastEdit id={row.id} /> },
    {
      head: common.details,
      isKept: true,
      cell: (row) => <KeyActions of={row} onDeed={onDeed} />,
    },
  ]
}

const KeyActions = ({ of, onDeed }: { of: ApiKey; onDeed: (deed: Deed) => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const named = <span className="unseen">: {of.display_name}</span>
  return (
    <span className="row-actions">
      {of.needs_confirmation && (
        <Action operation={postTenantsMeApiKeysByIdConfirm} onPress={() => onDeed({ kind: 'confirm', of })}>
          {words.confirm}
          {named}
        </Action>
      )}
      <Action operation={putTenantsMeApiKeysById} onPress={() => onDeed({ kind: 'edit', of })}>
        {words.edit}
        {named}
      </Action>
      <Action operation={postTenantsMeApiKeysByIdRotateSecret} onPress={() => onDeed({ kind: 'rotate', of })}>
        {words.rotate}
        {named}
      </Action>
      <Action operation={deleteTenantsMeApiKeysById} onPress={() => onDeed({ kind: 'remove', of })}>
        {words.remove}
        {named}
      </Action>
    </span>
  )
}

export default KeyList
