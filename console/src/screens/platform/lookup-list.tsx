/** A list of look-up rows: find, add, change, delete. */
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AnyOperation } from '../../api/operation.ts'
import { Action } from '../../parts/action.tsx'
import { Filters } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { List, type Paged } from '../../parts/list.tsx'
import { RowMenu } from '../../parts/record/row-menu.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { useTexts } from '../../texts/dictionary.ts'

export type LookupDeed<Row> = { readonly kind: 'new' } | { readonly kind: 'edit' | 'remove'; readonly row: Row }

interface LookupProps<Row> {
  readonly of: UseQueryResult<Paged<Row>, Error>
  readonly caption: string
  readonly find: string
  readonly empty: string
  readonly addText: string
  readonly operations: { readonly add: AnyOperation; readonly edit?: AnyOperation; readonly remove: AnyOperation }
  readonly columns: readonly Column<Row>[]
  readonly idOf: (row: Row) => string
  readonly nameOf: (row: Row) => string
  readonly dialog: (deed: LookupDeed<Row>, onClose: () => void) => ReactNode
}

export const LookupList = <Row,>(props: LookupProps<Row>): ReactNode => {
  const { of, caption, find, empty, addText, operations, columns, idOf, nameOf, dialog } = props
  const record = useTexts(RECORD)
  const [deed, setDeed] = useState<LookupDeed<Row> | null>(null)
  const actions: Column<Row> = {
    head: record.actions,
    isKept: true,
    cell: (row) => (
      <RowMenu
        of={nameOf(row)}
        deeds={[
          ...(operations.edit
            ? [{ operation: operations.edit, text: record.edit, onPress: () => setDeed({ kind: 'edit', row }) }]
            : []),
          { operation: operations.remove, text: record.remove, onPress: () => setDeed({ kind: 'remove', row }) },
        ]}
      />
    ),
  }
  return (
    <>
      <div className="filter-row">
        <Filters find={{ name: 'q', label: find }} />
        <Action operation={operations.add} onPress={() => setDeed({ kind: 'new' })} kind="primary">
          <Icon name="plus" />
          {addText}
        </Action>
      </div>
      <List of={of} empty={{ title: empty }}>
        {(rows) => <Table caption={caption} columns={[...columns, actions]} rows={rows} keyOf={idOf} />}
      </List>
      {deed !== null && dialog(deed, () => setDeed(null))}
    </>
  )
}
