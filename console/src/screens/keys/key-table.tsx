/** API keys as rows, with the actions on each and their dialogs; a secret is shown once. */
import { type ReactNode, useState } from 'react'
import type { ApiKey } from '../../../../sdk/src/generated/identity.ts'
import { Action } from '../../parts/action.tsx'
import { spellAwaited } from '../../parts/record/awaited.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { SecretOnce } from '../../parts/secret-once.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Ago, Id, LastEdit, Status } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { GivenName } from '../../texts/given-names.ts'
import { WORDS } from '../../texts/words.ts'
import { type Deed, KeyDialog } from './key-dialogs.tsx'
import type { KeySide } from './side.ts'
import { TEXTS } from './texts.ts'

interface TableProps {
  readonly side: KeySide
  readonly rows: readonly ApiKey[]
  readonly onDeed: (deed: Deed) => void
}

export const KeyTable = ({ side, rows, onDeed }: TableProps): ReactNode => {
  const words = useTexts(TEXTS)
  const columns = useColumns(side, onDeed)
  return (
    <div className="compact">
      <Table
        caption={words.caption}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        noteOf={(row) => <code>{row.client_id}</code>}
      />
    </div>
  )
}

interface DeedsProps {
  readonly side: KeySide
  readonly deed: Deed | null
  readonly onClose: () => void
}

export const KeyDeeds = ({ side, deed, onClose }: DeedsProps): ReactNode => {
  const words = useTexts(TEXTS)
  const [secret, setSecret] = useState<{ readonly of: ApiKey; readonly text: string } | null>(null)
  return (
    <>
      {deed !== null && (
        <KeyDialog side={side} deed={deed} onClose={onClose} onSecret={(of, text) => setSecret({ of, text })} />
      )}
      {secret !== null && (
        <SecretOnce
          title={words.keyReady}
          secret={secret.text}
          rows={[
            [words.name, <GivenName key="n" of={secret.of.display_name} />],
            [words.clientId, <Id key="i" value={secret.of.client_id} />],
          ]}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  )
}

const useColumns = (side: KeySide, onDeed: (deed: Deed) => void): Column<ApiKey>[] => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const record = useTexts(RECORD)
  return [
    {
      head: words.name,
      cell: (row) => (
        <>
          <strong>
            <GivenName of={row.display_name} />
          </strong>
          {row.needs_confirmation && <span className="small quiet block">{words.waits}</span>}
          {row.awaited !== null && (
            <span className="small quiet block">
              {words.becomes} <code>{spellAwaited(row.awaited)}</code>
            </span>
          )}
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
    // The audit log this is read from is that of the person's own organization.
    ...(side.confirm === null ? [] : [{ head: record.changedBy, cell: (row: ApiKey) => <LastEdit id={row.id} /> }]),
    {
      head: common.details,
      isKept: true,
      cell: (row) => <KeyActions side={side} of={row} onDeed={onDeed} />,
    },
  ]
}

interface ActionsProps {
  readonly side: KeySide
  readonly of: ApiKey
  readonly onDeed: (deed: Deed) => void
}

const KeyActions = ({ side, of, onDeed }: ActionsProps): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const named = (
    <span className="unseen">
      : <GivenName of={of.display_name} />
    </span>
  )
  return (
    <span className="row-actions">
      {(of.needs_confirmation || of.awaited !== null) && side.confirm !== null && (
        <Action operation={side.confirm} onPress={() => onDeed({ kind: 'confirm', of })}>
          {words.confirm}
          {named}
        </Action>
      )}
      {of.awaited !== null && side.confirm !== null && (
        <Action operation={side.change} onPress={() => onDeed({ kind: 'withdraw', of })}>
          {record.withdraw}
          {named}
        </Action>
      )}
      <Action operation={side.change} onPress={() => onDeed({ kind: 'edit', of })}>
        {words.edit}
        {named}
      </Action>
      <Action operation={side.rotate} onPress={() => onDeed({ kind: 'rotate', of })}>
        {words.rotate}
        {named}
      </Action>
      <Action operation={side.remove} onPress={() => onDeed({ kind: 'remove', of })}>
        {words.remove}
        {named}
      </Action>
    </span>
  )
}
