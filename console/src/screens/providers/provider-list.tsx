/**
 * Issuers whose people and programs may sign in: created, changed, confirmed by a second person, switched off, deleted.
 */
import { type ReactNode, useState } from 'react'
import type { IdentityProvider } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import {
  deleteTenantsMeIdentityProvidersById,
  getTenantsMeIdentityProviders,
  patchTenantsMeIdentityProvidersById,
  postTenantsMeIdentityProviders,
  postTenantsMeIdentityProvidersByIdConfirm,
  postTenantsMeIdentityProvidersByIdProve,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { Icon } from '../../parts/icon.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { Awaited, countingBody, spellAwaited, WithdrawDialog } from '../../parts/record/awaited.tsx'
import { RemoveDialog } from '../../parts/record/record-dialog.tsx'
import { RowMenu } from '../../parts/record/row-menu.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { Status, Time } from '../../parts/values.tsx'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { ProveDialog } from './prove-dialog.tsx'
import { ProviderDialog } from './provider-dialog.tsx'
import { TEXTS } from './texts.ts'

type Deed =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'turn' | 'confirm' | 'withdraw' | 'prove' | 'remove'; readonly of: IdentityProvider }

const ProviderList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const [deed, setDeed] = useState<Deed | null>(null)
  const columns = useColumns(setDeed)
  const providers = useRead(
    getTenantsMeIdentityProviders,
    { query: { page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  return (
    <Page
      title={words.title}
      hint={words.hint}
      actions={
        <Action operation={postTenantsMeIdentityProviders} onPress={() => setDeed({ kind: 'new' })} kind="primary">
          <Icon name="plus" />
          {words.add}
        </Action>
      }
    >
      <List of={providers} empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => (
          <Table
            caption={words.caption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            noteOf={({ issuer }) => issuer}
          />
        )}
      </List>
      {deed !== null && <DeedDialog deed={deed} onClose={() => setDeed(null)} />}
    </Page>
  )
}

const useColumns = (onDeed: (deed: Deed) => void): Column<IdentityProvider>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const common = useTexts(WORDS)
  return [
    { head: record.name, cell: (row) => <strong>{row.name}</strong> },
    { head: words.issuer, cell: (row) => <code>{row.issuer}</code> },
    {
      head: words.mappings,
      cell: (row) => row.role_mappings.map((each) => `${each.external_role}=${each.role}`).join(', '),
    },
    {
      head: common.status,
      cell: (row) => (
        <>
          <Status value={row.is_active ? 'active' : 'inactive'} />
          {row.needs_confirmation && <span className="block small quiet">{words.waits}</span>}
          {row.awaited !== null && (
            <span className="block small quiet">{words.becomes(spellAwaited(row.awaited))}</span>
          )}
          {row.proof !== null && <span className="block small quiet">{words.unproven}</span>}
        </>
      ),
    },
    { head: record.changed, cell: (row) => <Time at={row.last_modified} /> },
    {
      head: record.actions,
      isKept: true,
      cell: (of) => (
        <RowMenu
          of={of.name}
          deeds={[
            ...(of.needs_confirmation || of.awaited !== null
              ? [
                  {
                    operation: postTenantsMeIdentityProvidersByIdConfirm,
                    text: record.confirm,
                    onPress: () => onDeed({ kind: 'confirm', of }),
                  },
                ]
              : []),
            ...(of.awaited !== null
              ? [
                  {
                    operation: patchTenantsMeIdentityProvidersById,
                    text: record.withdraw,
                    onPress: () => onDeed({ kind: 'withdraw', of }),
                  },
                ]
              : []),
            ...(of.proof !== null
              ? [
                  {
                    operation: postTenantsMeIdentityProvidersByIdProve,
                    text: words.prove,
                    onPress: () => onDeed({ kind: 'prove', of }),
                  },
                ]
              : []),
            {
              operation: patchTenantsMeIdentityProvidersById,
              text: record.edit,
              onPress: () => onDeed({ kind: 'edit', of }),
            },
            {
              operation: patchTenantsMeIdentityProvidersById,
              text: of.is_active ? record.deactivate : record.activate,
              onPress: () => onDeed({ kind: 'turn', of }),
            },
            {
              operation: deleteTenantsMeIdentityProvidersById,
              text: record.remove,
              onPress: () => onDeed({ kind: 'remove', of }),
            },
          ]}
        />
      ),
    },
  ]
}

const DeedDialog = ({ deed, onClose }: { deed: Deed; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  if (deed.kind === 'new') return <ProviderDialog onClose={onClose} />
  const { of } = deed
  if (deed.kind === 'edit') return <ProviderDialog of={of} onClose={onClose} />
  if (deed.kind === 'prove') return <ProveDialog of={of} onClose={onClose} />
  if (deed.kind === 'remove')
    return (
      <RemoveDialog
        operation={deleteTenantsMeIdentityProvidersById}
        input={{ path: { id: of.id } }}
        name={of.name}
        hint={words.turnedOff}
        onClose={onClose}
      />
    )
  if (deed.kind === 'withdraw')
    return (
      <WithdrawDialog
        operation={patchTenantsMeIdentityProvidersById}
        of={of}
        awaited={of.awaited}
        inputOf={(counting) => ({ path: { id: of.id }, body: countingBody(counting) })}
        onClose={onClose}
      />
    )
  if (deed.kind === 'confirm')
    return (
      <WriteDialog
        operation={postTenantsMeIdentityProvidersByIdConfirm}
        // The version that was read is sent along; if it has been replaced meanwhile, it is not confirmed.
        inputOf={() => ({ path: { id: of.id }, body: { change_id: of.change_id } })}
        title={words.confirmTitle(of.name)}
        hint={
          <>
            {words.confirmHint}
            <Awaited of={of} awaited={of.awaited} />
          </>
        }
        submit={record.confirm}
        said={record.confirmed}
        onClose={onClose}
      />
    )
  return (
    <WriteDialog
      operation={patchTenantsMeIdentityProvidersById}
      inputOf={() => ({ path: { id: of.id }, body: { is_active: !of.is_active } })}
      title={`${of.is_active ? record.deactivate : record.activate}: ${of.name}`}
      hint={of.is_active ? words.turnedOff : words.turnedOn}
      submit={of.is_active ? record.deactivate : record.activate}
      said={record.switched}
      onClose={onClose}
    />
  )
}

export default ProviderList
