/**
 * A page with a list of records: the button, the filters, the rows, and the form of a new record, which opens when it
 * is created.
 */
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Operation, Shape } from '../../api/operation.ts'
import { Action } from '../action.tsx'
import { type Choice, Filters } from '../filters.tsx'
import { Icon } from '../icon.tsx'
import { List, type Paged } from '../list.tsx'
import { Page } from '../page.tsx'
import { type Column, Table } from '../table.tsx'
import type { Member } from './members.tsx'
import { RecordDialog } from './record-dialog.tsx'

interface RecordPageProps<Row, S extends Shape & { answer: { id: string } }> {
  readonly words: {
    readonly title: string
    readonly add: string
    readonly find: string
    readonly caption: string
    readonly emptyTitle: string
    readonly emptyHint: string
  }
  readonly of: UseQueryResult<Paged<Row>, Error>
  readonly columns: readonly Column<Row>[]
  readonly choices?: readonly Choice[]
  /** Path of the records; a row links to `to`/id. */
  readonly to: string
  readonly noteOf: (row: Row) => ReactNode
  readonly operation: Operation<S>
  readonly members: readonly Member<NonNullable<S['body']>>[]
}

export const RecordPage = <Row extends { id: string }, S extends Shape & { answer: { id: string } }>(
  props: RecordPageProps<Row, S>,
): ReactNode => {
  const { words, of, columns, choices, to, noteOf, operation, members } = props
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  return (
    <Page
      title={words.title}
      actions={
        <Action operation={operation} onPress={() => setOpen(true)} kind="primary">
          <Icon name="plus" />
          {words.add}
        </Action>
      }
    >
      <Filters find={{ name: 'q', label: words.find }} {...(choices && { choices })} />
      <List of={of} empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => (
          <Table
            caption={words.caption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ id }) => `${to}/${id}`}
            noteOf={noteOf}
          />
        )}
      </List>
      {isOpen && (
        <RecordDialog
          operation={operation}
          title={words.add}
          members={members}
          of={{ is_active: true }}
          onClose={() => setOpen(false)}
          onDone={({ id }) => void navigate({ to: `${to}/${id}` } as never)}
        />
      )}
    </Page>
  )
}
