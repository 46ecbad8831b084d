/** Records of which something waits: merchants, bank profiles, keys, people, sign-in providers, chargebacks. The decision is taken where one sees all of it. */
import type { ReactNode } from 'react'
import type { Chargeback, MerchantBankProfile } from '../../../../sdk/src/generated/cards.ts'
import type { ApiKey, IdentityProvider, Merchant, User } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { useLastEdit } from '../../api/names.ts'
import {
  getChargebacks,
  getMerchants,
  getMerchantsBankProfileChanges,
  getTenantsMeApiKeys,
  getTenantsMeIdentityProviders,
  getUsers,
  patchMerchantsById,
  postMerchantsByMerchantIdBankProfilesByIdConfirm,
  postTenantsMeApiKeysByIdConfirm,
  postTenantsMeIdentityProvidersByIdConfirm,
  postUsersByIdConfirm,
  putChargebacksByIdStatus,
} from '../../generated/operations.ts'
import { To } from '../../parts/link.tsx'
import { camelPageOf } from '../../parts/list.tsx'
import { DiffTable } from '../../parts/record/diff-table.tsx'
import { useMerchantOptions } from '../../parts/record/merchant-field.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { Actor, Ago, Amount, LastEdit, None } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { GivenName } from '../../texts/given-names.ts'
import { WORDS } from '../../texts/words.ts'
import { QUEUE_ROWS, Queue, type WaitingProps, whose } from './queue.tsx'
import { TEXTS } from './texts.ts'

const FIRST = { page: 1, page_size: QUEUE_ROWS } as const
type Changed = readonly (readonly [field: string, before: string, after: string])[]

/** When it was asked for, as far as the audit log knows: whoever asked changed it last. */
const AskedAt = ({ id, by }: { id: string; by: string | null }): ReactNode => {
  const edit = useLastEdit(id)
  return edit !== null && edit.by === by ? <Ago at={edit.at} /> : <None />
}

export const MerchantQueue = ({ waits }: WaitingProps): ReactNode => {
  const words = useTexts(TEXTS)
  const isOn = useMay()(getMerchants, patchMerchantsById)
  const query = { ...FIRST, ...whose(waits), include_inactive: true }
  const merchants = useRead(getMerchants, { query }, { isOn })
  if (!isOn) return null
  return (
    <Queue of={merchants} title={words.merchants}>
      {(rows: readonly Merchant[]) => (
        <Table
          caption={words.merchants}
          rows={rows}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/merchants/${id}`}
          noteOf={(row) => <Actor id={row.asked_by} />}
          columns={[
            { head: words.what, cell: (row) => row.name },
            {
              head: words.change,
              isKept: true,
              cell: (row) => (
                <DiffTable rows={[[words.externalId, row.external_id ?? '', row.awaited_external_id ?? '']]} />
              ),
            },
            { head: words.askedBy, cell: (row) => <Actor id={row.asked_by} /> },
            { head: words.asked, cell: (row) => <AskedAt id={row.id} by={row.asked_by} /> },
          ]}
        />
      )}
    </Queue>
  )
}

export const ProfileQueue = ({ waits }: WaitingProps): ReactNode => {
  const words = useTexts(TEXTS)
  const merchants = useMerchantOptions()
  const isOn = useMay()(getMerchantsBankProfileChanges, postMerchantsByMerchantIdBankProfilesByIdConfirm)
  const profiles = useRead(getMerchantsBankProfileChanges, { query: { ...FIRST, waits_for: waits } }, { isOn })
  if (!isOn) return null
  const nameOf = (id: string): string => merchants.find(([each]) => each === id)?.[1] ?? id
  return (
    <Queue of={profiles} title={words.profiles}>
      {(rows: readonly MerchantBankProfile[]) => (
        <Table
          caption={words.profiles}
          rows={rows}
          keyOf={({ id }) => id}
          noteOf={(row) => <Actor id={row.pending_change?.requested_by ?? null} />}
          columns={[
            {
              head: words.what,
              cell: (row) => (
                <To to="/bank-profiles" search={{ merchant: row.merchant_id }}>
                  {nameOf(row.merchant_id)} · {row.connector_config_name ?? row.connector_code}
                </To>
              ),
            },
            {
              head: words.change,
              isKept: true,
              cell: (row) => (
                <DiffTable
                  rows={(row.pending_change?.changes ?? []).map(({ field, before, after }) => [
                    field,
                    before ?? '',
                    after ?? '',
                  ])}
                />
              ),
            },
            { head: words.askedBy, cell: (row) => <Actor id={row.pending_change?.requested_by ?? null} /> },
            { head: words.asked, cell: (row) => row.pending_change && <Ago at={row.pending_change.requested_at} /> },
          ]}
        />
      )}
    </Queue>
  )
}

/** What waits of a credential that somebody made or changed. */
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
  const query = { ...FIRST, ...whose(waits), include_inactive: true }
  const keys = useRead(getTenantsMeApiKeys, { query }, { isOn })
  const columns = useCredentialColumns<ApiKey>(
    (row) => <GivenName of={row.display_name ?? row.client_id} />,
    (row) =>
      Object.entries(row.awaited ?? {}).map(([member, after]) => [
        member,
        String(row[member as keyof ApiKey] ?? ''),
        String(after ?? ''),
      ]),
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
    (row) => (row.awaited === null ? [] : [['merchantId', row.merchantId ?? '', row.awaited.merchantId ?? '']]),
  )
  if (!isOn) return null
  return (
    <Queue of={camelPageOf(people)} title={words.people}>
      {(rows: readonly User[]) => (
        <Table caption={words.people} rows={rows} columns={columns} keyOf={({ id }) => id} linkOf={() => '/people'} />
      )}
    </Queue>
  )
}

export const ProviderQueue = ({ waits }: WaitingProps): ReactNode => {
  const words = useTexts(TEXTS)
  const isOn = useMay()(getTenantsMeIdentityProviders, postTenantsMeIdentityProvidersByIdConfirm)
  const query = { ...FIRST, ...whose(waits), include_inactive: true }
  const providers = useRead(getTenantsMeIdentityProviders, { query }, { isOn })
  const columns = useCredentialColumns<IdentityProvider>(
    (row) => row.name,
    (row) =>
      row.awaited === null ? [] : [['merchant_claim', row.merchant_claim ?? '', row.awaited.merchant_claim ?? '']],
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

export const ChargebackQueue = ({ waits }: WaitingProps): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const common = useTexts(WORDS)
  const isOn = useMay()(getChargebacks, putChargebacksByIdStatus)
  const chargebacks = useRead(getChargebacks, { query: { ...FIRST, ...whose(waits) } }, { isOn })
  if (!isOn) return null
  return (
    <Queue of={chargebacks} title={words.chargebacks}>
      {(rows: readonly Chargeback[]) => (
        <Table
          caption={words.chargebacks}
          rows={rows}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/chargebacks/${id}`}
          noteOf={(row) => <Actor id={row.asked_by} />}
          columns={[
            { head: record.merchant, cell: (row) => row.merchant_name ?? row.merchant_id },
            {
              head: common.amount,
              isFigure: true,
              cell: (row) => <Amount minor={row.amount} currency={row.currency} isAligned />,
            },
            { head: words.what, isKept: true, cell: ({ awaits }) => (awaits === null ? null : words[awaits]) },
            { head: words.askedBy, cell: (row) => <Actor id={row.asked_by} /> },
            { head: words.asked, cell: (row) => <AskedAt id={row.id} by={row.asked_by} /> },
          ]}
        />
      )}
    </Queue>
  )
}
