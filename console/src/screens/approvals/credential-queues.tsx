/**
 * Credentials with waiting changes: keys, people, sign-in providers. The decision is made where the whole change is
 * visible.
 */
import type { ReactNode } from 'react'
import type { ApiKey, IdentityProvider, User } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import {
  getTenantsMeApiKeys,
  getTenantsMeIdentityProviders,
  getUsers,
  postTenantsMeApiKeysByIdConfirm,
  postTenantsMeIdentityProvidersByIdConfirm,
  postUsersByIdConfirm,
} from '../../generated/operations.ts'
import { toPageFromCamel } from '../../parts/list.tsx'
import { awaitedRows } from '../../parts/record/awaited.tsx'
import { DiffTable } from '../../parts/record/diff-table.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { LastEdit } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { GivenName } from '../../texts/given-names.ts'
import { FIRST_PAGE, QUEUE_ROWS, Queue, type WaitingProps, whose } from './queue.tsx'
import { TEXTS } from './texts.ts'

type Changed = readonly (readonly [field: string, before: string, after: string])[]

/** Columns for what waits on a credential that a person created or changed. */
const useCredentialColumns = <Row extends { readonly id: string }>(
  nameOf: (row: Row) => ReactNode,
  changesOf: (row: Row) => Changed,
): Column<Row>[] => {
  const words = useTexts(TEXTS)
  return [
    { head: words.what, cell: nameOf },
    {
      head: words.change,
      isKept: true,
      cell: (row) => {
        const changes = changesOf(row)
        return changes.length === 0 ? words.madeOrChanged : <DiffTable rows={changes} />
      },
    },
    { head: words.lastBy, cell: (row) => <LastEdit id={row.id} /> },
  ]
}

export const KeyQueue = ({ waits }: WaitingProps): ReactNode => {
  const words = useTexts(TEXTS)
  const isOn = useMay()(getTenantsMeApiKeys, postTenantsMeApiKeysByIdConfirm)
  const query = { ...FIRST_PAGE, ...whose(waits), include_inactive: true }
  const keys = useRead(getTenantsMeApiKeys, { query }, { isOn })
  const columns = useCredentialColumns<ApiKey>(
    (row) => <GivenName of={row.display_name ?? row.client_id} />,
    (row) => awaitedRows({ of: row, awaited: row.awaited }),
  )
  if (!isOn) return null
  return (
    <Queue of={keys} title={words.keys}>
      {(rows: readonly ApiKey[]) => (
        <Table caption={words.keys} rows={rows} columns={columns} keyOf={({ id }) => id} linkOf={() => '/keys'} />
      )}
    </Queue>
  )
}

export const PersonQueue = ({ waits }: WaitingProps): ReactNode => {
  const words = useTexts(TEXTS)
  const isOn = useMay()(getUsers, postUsersByIdConfirm)
  const query = { PageNumber: 1, PageSize: QUEUE_ROWS, ...(waits === 'me' ? { WaitsFor: waits } : { Waits: true }) }
  const people = useRead(getUsers, { query }, { isOn })
  const columns = useCredentialColumns<User>(
    (row) => row.email,
    (row) => awaitedRows({ of: row, awaited: row.awaited }),
  )
  if (!isOn) return null
  return (
    <Queue of={toPageFromCamel(people)} title={words.people}>
      {(rows: readonly User[]) => (
        <Table caption={words.people} rows={rows} columns={columns} keyOf={({ id }) => id} linkOf={() => '/people'} />
      )}
    </Queue>
  )
}

export const ProviderQueue = ({ waits }: WaitingProps): ReactNode => {
  const words = useTexts(TEXTS)
  const isOn = useMay()(getTenantsMeIdentityProviders, postTenantsMeIdentityProvidersByIdConfirm)
  const query = { ...FIRST_PAGE, ...whose(waits), include_inactive: true }
  const providers = useRead(getTenantsMeIdentityProviders, { query }, { isOn })
  const columns = useCredentialColumns<IdentityProvider>(
    (row) => row.name,
    (row) => awaitedRows({ of: row, awaited: row.awaited }),
  )
  if (!isOn) return null
  return (
    <Queue of={providers} title={words.providers}>
      {(rows: readonly IdentityProvider[]) => (
        <Table
          caption={words.providers}
          rows={rows}
          columns={columns}
          keyOf={({ id }) => id}
          linkOf={() => '/sign-in-providers'}
        />
      )}
    </Queue>
  )
}
