/**
 * Records with waiting changes: merchants, bank profiles, chargebacks. The decision is made where the whole change is
 * visible.
 */
import type { ReactNode } from 'react'
import type { Chargeback, MerchantBankProfile } from '../../../../sdk/src/generated/cards.ts'
import type { Merchant } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { useLastEdit } from '../../api/names.ts'
import {
  getChargebacks,
  getMerchants,
  getMerchantsBankProfileChanges,
  patchMerchantsById,
  postMerchantsByMerchantIdBankProfilesByIdConfirm,
  putChargebacksByIdStatus,
} from '../../generated/operations.ts'
import { To } from '../../parts/link.tsx'
import { DiffTable } from '../../parts/record/diff-table.tsx'
import { useMerchantOptions } from '../../parts/record/merchant-field.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { Table } from '../../parts/table.tsx'
import { Actor, Ago, Amount, None } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { FIRST_PAGE, Queue, type WaitingProps, whose } from './queue.tsx'
import { TEXTS } from './texts.ts'

/** When it was requested, by the audit log: the requester made the last change. */
const AskedAt = ({ id, by }: { id: string; by: string | null }): ReactNode => {
  const edit = useLastEdit(id)
  return edit !== null && edit.by === by ? <Ago at={edit.at} /> : <None />
}

export const MerchantQueue = ({ waits }: WaitingProps): ReactNode => {
  const words = useTexts(TEXTS)
  const isOn = useMay()(getMerchants, patchMerchantsById)
  const query = { ...FIRST_PAGE, ...whose(waits), include_inactive: true }
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
  const profiles = useRead(getMerchantsBankProfileChanges, { query: { ...FIRST_PAGE, waits_for: waits } }, { isOn })
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

export const ChargebackQueue = ({ waits }: WaitingProps): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const common = useTexts(WORDS)
  const isOn = useMay()(getChargebacks, putChargebacksByIdStatus)
  const chargebacks = useRead(getChargebacks, { query: { ...FIRST_PAGE, ...whose(waits) } }, { isOn })
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
