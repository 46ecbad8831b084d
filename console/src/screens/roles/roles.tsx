/** Roles: built-in ones, and those the organization composes from them. */
import { type ReactNode, useState } from 'react'
import type { TenantRole, WriteTenantRole } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import { useMe } from '../../api/me.ts'
import {
  deleteTenantsByTenantIdRolesByRoleName,
  getTenantsByTenantIdRoles,
  postTenantsByTenantIdRoles,
  putTenantsByTenantIdRolesByRoleName,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { Reading, StateCard } from '../../parts/reading.tsx'
import type { Member } from '../../parts/record/members.tsx'
import { RecordDialog, RemoveDialog } from '../../parts/record/record-dialog.tsx'
import { RowMenu } from '../../parts/record/row-menu.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { TEXTS } from './texts.ts'

type Deed = { readonly kind: 'new' } | { readonly kind: 'edit' | 'remove'; readonly role: TenantRole }

const Roles = (): ReactNode => {
  const words = useTexts(TEXTS)
  const { tenant } = useMe()
  const [deed, setDeed] = useState<Deed | null>(null)
  const columns = useColumns(setDeed)
  const roles = useRead(getTenantsByTenantIdRoles, { path: { tenant_id: tenant.id } })
  return (
    <Page
      title={words.title}
      hint={words.hint}
      actions={
        <Action operation={postTenantsByTenantIdRoles} onPress={() => setDeed({ kind: 'new' })} kind="primary">
          <Icon name="plus" />
          {words.add}
        </Action>
      }
    >
      <Reading of={roles} lines={8}>
        {(rows) => (
          <>
            {rows.length === 0 ? (
              <StateCard icon="shield" title={words.emptyTitle} />
            ) : (
              <Table
                caption={words.caption}
                columns={columns}
                rows={rows}
                keyOf={({ name }) => name}
                noteOf={({ description }) => description}
              />
            )}
            {deed !== null && <DeedDialog deed={deed} roles={rows} onClose={() => setDeed(null)} />}
          </>
        )}
      </Reading>
    </Page>
  )
}

const useColumns = (onDeed: (deed: Deed) => void): Column<TenantRole>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  return [
    { head: record.name, cell: ({ name }) => <strong>{name}</strong> },
    { head: record.description, cell: ({ description }) => description },
    { head: words.kind, cell: ({ is_builtin: isBuiltIn }) => (isBuiltIn ? words.builtIn : words.own) },
    { head: words.includes, cell: ({ includes }) => includes.join(', ') },
    { head: record.created, cell: (role) => !role.is_builtin && <Time at={role.created} form="day" /> },
    {
      head: record.actions,
      isKept: true,
      cell: (role) =>
        !role.is_builtin && (
          <RowMenu
            of={role.name}
            deeds={[
              {
                operation: putTenantsByTenantIdRolesByRoleName,
                text: record.edit,
                onPress: () => onDeed({ kind: 'edit', role }),
              },
              {
                operation: deleteTenantsByTenantIdRolesByRoleName,
                text: record.remove,
                onPress: () => onDeed({ kind: 'remove', role }),
              },
            ]}
          />
        ),
    },
  ]
}

const DeedDialog = ({
  deed,
  roles,
  onClose,
}: {
  deed: Deed
  roles: readonly TenantRole[]
  onClose: () => void
}): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const { tenant } = useMe()
  const members: readonly Member<WriteTenantRole>[] = [
    { name: 'description', label: record.description, maxLength: 200 },
    {
      name: 'includes',
      label: words.includes,
      kind: 'many',
      options: roles.filter(({ is_builtin: isBuiltIn }) => isBuiltIn).map(({ name }) => [name, name]),
    },
  ]
  if (deed.kind === 'new')
    return (
      <RecordDialog
        operation={postTenantsByTenantIdRoles}
        path={{ tenant_id: tenant.id }}
        title={words.add}
        members={[{ name: 'name', label: record.name, isRequired: true, maxLength: 50 }, ...members]}
        onClose={onClose}
      />
    )
  const path = { tenant_id: tenant.id, role_name: deed.role.name }
  if (deed.kind === 'edit')
    return (
      <RecordDialog
        operation={putTenantsByTenantIdRolesByRoleName}
        path={path}
        title={`${words.change}: ${deed.role.name}`}
        members={members}
        of={{ ...deed.role }}
        onClose={onClose}
      />
    )
  return (
    <RemoveDialog
      operation={deleteTenantsByTenantIdRolesByRoleName}
      input={{ path }}
      name={deed.role.name}
      hint={words.removeHint}
      onClose={onClose}
    />
  )
}

export default Roles
