/** Counts of what the signed-in person may decide, each with a link. */
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type ReadOptions, useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import type { AnyOperation, InputOf, Operation, Shape } from '../../api/operation.ts'
import {
  getCancellationRequests,
  getChargebacks,
  getConnectorConfigurations,
  getDashboardStats,
  getFraudAlerts,
  getFraudRules,
  getMonitorsFindings,
  getReconciliations,
  getReconciliationsFiles,
  getSettlements,
  getSettlementsTerms,
  getTransfers,
  getUnresolvedOperations,
  patchFraudRulesById,
  postCancellationRequestsByIdApprove,
  postConnectorConfigurationsByIdConfirm,
  postFraudAlertsByIdApprove,
  postReconciliationsByIdFinalize,
  postReconciliationsFilesByIdConfirm,
  postSettlementsByIdConfirm,
  postSettlementsTermsByIdConfirm,
  postTransfersBulkApprove,
  postTransfersBulkSend,
  postUnresolvedOperationsByIdConfirm,
  putChargebacksByIdStatus,
} from '../../generated/operations.ts'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { To } from '../../parts/link.tsx'
import { Card } from '../../parts/page.tsx'
import { type Same, useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { TEXTS } from './texts.ts'

type Words = Same<(typeof TEXTS)['en']>

const ONE = { page: 1, page_size: 1 } as const
/** Excludes what this person requested or may not decide. */
const MINE = { ...ONE, waits_for: 'me' } as const
const REFRESH_MS = 60_000

interface Need {
  readonly name: keyof Words
  readonly icon: IconName
  readonly count: number
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
}

/** Counted for people who may both list and decide it. */
const useCount = <S extends Shape & { answer: { total_count: number } }>(
  list: Operation<S>,
  input: InputOf<S>,
  step: AnyOperation,
): number => {
  const options: ReadOptions = { isOn: useMay()(list, step), everyMs: REFRESH_MS }
  return useRead(list, input, options).data?.total_count ?? 0
}

const useNeeds = (): Need[] => {
  const may = useMay()
  const stats = useRead(getDashboardStats, { query: { period: 'today' } }, { isOn: may(getDashboardStats) })
  return [
    {
      name: 'toApprove',
      icon: 'transfer',
      to: '/transfers',
      search: { status: 'pending', waits: 'me' },
      count: useCount(getTransfers, { query: { ...MINE, status: 'pending' } }, postTransfersBulkApprove),
    },
    {
      name: 'toSend',
      icon: 'transfer',
      to: '/transfers',
      search: { status: 'approved', waits: 'me' },
      count: useCount(getTransfers, { query: { ...MINE, status: 'approved' } }, postTransfersBulkSend),
    },
    {
      name: 'voids',
      icon: 'approve',
      to: '/approvals',
      count: useCount(getCancellationRequests, { query: MINE }, postCancellationRequestsByIdApprove),
    },
    {
      name: 'unknown',
      icon: 'warn',
      to: '/approvals',
      count: useCount(getUnresolvedOperations, { query: MINE }, postUnresolvedOperationsByIdConfirm),
    },
    {
      name: 'bankChanges',
      icon: 'bank',
      to: '/approvals',
      count: useCount(getConnectorConfigurations, { query: MINE }, postConnectorConfigurationsByIdConfirm),
    },
    {
      name: 'rulesWaiting',
      icon: 'shield',
      to: '/approvals',
      count: useCount(getFraudRules, { query: MINE }, patchFraudRulesById),
    },
    {
      name: 'termsWaiting',
      icon: 'list',
      to: '/approvals',
      count: useCount(getSettlementsTerms, { query: MINE }, postSettlementsTermsByIdConfirm),
    },
    {
      name: 'settlementsWaiting',
      icon: 'bank',
      to: '/approvals',
      count: useCount(getSettlements, { query: MINE }, postSettlementsByIdConfirm),
    },
    {
      name: 'filesWaiting',
      icon: 'list',
      to: '/approvals',
      count: useCount(getReconciliationsFiles, { query: MINE }, postReconciliationsFilesByIdConfirm),
    },
    {
      name: 'alerts',
      icon: 'shield',
      to: '/alerts',
      search: { status: 'open' },
      count: useCount(getFraudAlerts, { query: MINE }, postFraudAlertsByIdApprove),
    },
    {
      name: 'discrepancies',
      icon: 'list',
      to: '/reconciliations',
      count: useCount(
        getReconciliations,
        { query: { ...ONE, overall_status: 'in_review' } },
        postReconciliationsByIdFinalize,
      ),
    },
    {
      name: 'chargebacks',
      icon: 'refund',
      to: '/chargebacks',
      count: useCount(getChargebacks, { query: { ...ONE, status: 'opened' } }, putChargebacksByIdStatus),
    },
    { name: 'banks', icon: 'bank', to: '/connectors', count: stats.data?.problem_connectors ?? 0 },
    {
      name: 'findings',
      icon: 'warn',
      to: '/monitors',
      count: useCount(getMonitorsFindings, { query: { ...ONE, open: true } }, getMonitorsFindings),
    },
  ]
}

export const NeedsYou = (): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const router = useRouter()
  const known = new Set(Object.keys(router.routesByPath))
  const waiting = useNeeds().filter(({ count, to }) => count > 0 && known.has(to))
  return (
    <Card title={words.needsYou}>
      {waiting.length === 0 ? (
        <p className="quiet">{words.nothingNeeded}</p>
      ) : (
        <ul className="rows">
          {waiting.map(({ name, icon, count, to, search }) => (
            <li key={name}>
              <To to={to} search={search}>
                <Icon name={icon} />
                {words[name] as string}
                <strong>{count.toLocaleString(locale)}</strong>
              </To>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
