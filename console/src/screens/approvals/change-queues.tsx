/**
 * Changes that take effect when a second person confirms them: access to banks, fraud rules, terms. The decision is
 * made where the whole change is visible.
 */
import type { ReactNode } from 'react'
import type { BankFile, ConnectorConfiguration, MerchantTerms } from '../../../../sdk/src/generated/cards.ts'
import type { FraudRule } from '../../../../sdk/src/generated/fraud.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import {
  getConnectorConfigurations,
  getFraudRules,
  getReconciliationsFiles,
  getSettlementsTerms,
  patchFraudRulesById,
  postConnectorConfigurationsByIdConfirm,
  postReconciliationsFilesByIdConfirm,
  postSettlementsTermsByIdConfirm,
} from '../../generated/operations.ts'
import { Table } from '../../parts/table.tsx'
import { Actor, Ago } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { FIRST_PAGE, Queue, type WaitingProps, whose } from './queue.tsx'
import { TEXTS } from './texts.ts'

export const BankQueue = ({ waits }: WaitingProps): ReactNode => {
  const words = useTexts(TEXTS)
  const isOn = useMay()(getConnectorConfigurations, postConnectorConfigurationsByIdConfirm)
  const changed = useRead(getConnectorConfigurations, { query: { ...FIRST_PAGE, ...whose(waits) } }, { isOn })
  if (!isOn) return null
  return (
    <Queue of={changed} title={words.banks}>
      {(rows: readonly ConnectorConfiguration[]) => (
        <Table
          caption={words.banks}
          rows={rows}
          keyOf={({ id }) => id}
          linkOf={({ connector_id: id }) => `/connectors/${id}`}
          columns={[
            { head: words.bank, cell: (row) => row.name ?? row.id },
            { head: words.askedBy, cell: (row) => <Actor id={row.pending_change?.requested_by ?? null} /> },
            {
              head: words.asked,
              isKept: true,
              cell: (row) => row.pending_change && <Ago at={row.pending_change.requested_at} />,
            },
          ]}
        />
      )}
    </Queue>
  )
}

export const RuleQueue = ({ waits }: WaitingProps): ReactNode => {
  const words = useTexts(TEXTS)
  const isOn = useMay()(getFraudRules, patchFraudRulesById)
  const rules = useRead(getFraudRules, { query: { ...FIRST_PAGE, ...whose(waits) } }, { isOn })
  if (!isOn) return null
  return (
    <Queue of={rules} title={words.rules}>
      {(rows: readonly FraudRule[]) => (
        <Table
          caption={words.rules}
          rows={rows}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/rules/${id}`}
          columns={[
            { head: words.rule, cell: (row) => row.name },
            { head: words.code, cell: (row) => <code>{row.code}</code> },
            { head: words.asked, isKept: true, cell: (row) => <Ago at={row.last_modified} /> },
          ]}
        />
      )}
    </Queue>
  )
}

export const TermsQueue = ({ waits }: WaitingProps): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const isOn = useMay()(getSettlementsTerms, postSettlementsTermsByIdConfirm)
  const terms = useRead(getSettlementsTerms, { query: { ...FIRST_PAGE, ...whose(waits) } }, { isOn })
  if (!isOn) return null
  return (
    <Queue of={terms} title={words.terms}>
      {(rows: readonly MerchantTerms[]) => (
        <Table
          caption={words.terms}
          rows={rows}
          keyOf={({ id }) => id}
          linkOf={() => '/settlement-terms'}
          columns={[
            { head: words.from, cell: (row) => row.effective_from },
            { head: common.note, cell: (row) => row.notes },
            { head: words.askedBy, isKept: true, cell: (row) => <Actor id={row.created_by} /> },
          ]}
        />
      )}
    </Queue>
  )
}

export const FileQueue = ({ waits }: WaitingProps): ReactNode => {
  const words = useTexts(TEXTS)
  const isOn = useMay()(getReconciliationsFiles, postReconciliationsFilesByIdConfirm)
  const files = useRead(
    getReconciliationsFiles,
    { query: { ...FIRST_PAGE, ...(waits === 'me' ? { waits_for: waits } : { status: ['waiting'] }) } },
    { isOn },
  )
  if (!isOn) return null
  return (
    <Queue of={files} title={words.files}>
      {(rows: readonly BankFile[]) => (
        <Table
          caption={words.files}
          rows={rows}
          keyOf={({ id }) => id}
          linkOf={({ reconciliation_id: id }) => `/reconciliations/${id}`}
          columns={[
            { head: words.bank, cell: (row) => `${row.merchant_number} · ${row.number}` },
            { head: words.from, cell: (row) => row.day },
            {
              head: words.what,
              cell: ({ awaits }) => (awaits === 'rejection' ? words.fileRejection : words.fileConfirmation),
            },
            { head: words.askedBy, cell: (row) => <Actor id={row.asked_by} /> },
            {
              head: words.asked,
              isKept: true,
              cell: (row) => row.awaits === 'confirmation' && <Ago at={row.taken_at} />,
            },
          ]}
        />
      )}
    </Queue>
  )
}
