/** Kinds of findings: those of a tenant, those of the platform, and where each leads. */
import { useRouter } from '@tanstack/react-router'
import type { MonitorFinding, MonitorKind } from '../../../../sdk/src/generated/identity.ts'
import { useMay } from '../../api/me.ts'
import { getPlatformTenants } from '../../generated/operations.ts'

const OF_TENANT: readonly MonitorKind[] = [
  'approval_rate_dropped',
  'payments_stuck',
  'webhook_endpoint_failing',
  'books_differ',
  'secret_ends',
]
const OF_PLATFORM: readonly MonitorKind[] = ['secret_ends', 'certificate_ends', 'disk_full', 'backup_late']

/** Kinds of which the signed-in person's organization may be notified. */
export const useKinds = (): readonly MonitorKind[] => (useMay()(getPlatformTenants) ? OF_PLATFORM : OF_TENANT)

interface Target {
  /** As screens are declared. */
  readonly screen: string
  readonly to: string
}

const at = (to: string): Target => ({ screen: to, to })
const one = (path: string, id: unknown): Target => ({ screen: `${path}/$id`, to: `${path}/${String(id)}` })

const OF_WORK: Readonly<Record<string, string>> = {
  payments: '/payments',
  operations: '/refunds',
  transfers: '/transfers',
  installments: '/recurring',
  unresolved: '/approvals',
}

const targetOf = ({ kind, facts }: MonitorFinding): Target | null => {
  switch (kind) {
    case 'approval_rate_dropped':
      return at('/connectors')
    case 'payments_stuck':
      return at(OF_WORK[String(facts.work)] ?? '/payments')
    case 'webhook_endpoint_failing':
      return one(`/webhooks/${facts.surface === 'transfers' ? 'transfers' : 'cards'}`, facts.subscription_id)
    case 'books_differ':
      return facts.of === 'reconciliation' ? one('/reconciliations', facts.reconciliation_id) : at('/accounts')
    case 'secret_ends':
      return at('/keys')
    default:
      return at('/platform/processes')
  }
}

/** Returns where a finding leads, if the person may go there. */
export const useTarget = (): ((finding: MonitorFinding) => string | null) => {
  const known = new Set(Object.keys(useRouter().routesByPath))
  return (finding) => {
    const target = targetOf(finding)
    return target !== null && known.has(target.screen) ? target.to : null
  }
}
