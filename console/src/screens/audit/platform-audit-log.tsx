/** The audit logs of all organizations, and of the platform itself. */
import type { ReactNode } from 'react'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { getPlatformAuditLog, getPlatformTenants } from '../../generated/operations.ts'
import { useAddress } from '../../parts/address.ts'
import { PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { AuditEntries, useAuditQuery } from './audit-entries.tsx'
import { TEXTS } from './texts.ts'

const TENANTS = 100

const PlatformAuditLog = (): ReactNode => {
  const words = useTexts(TEXTS)
  const may = useMay()
  const query = useAuditQuery()
  const [{ tenant }] = useAddress()
  const tenants = useRead(
    getPlatformTenants,
    { query: { page: 1, page_size: TENANTS } },
    { isOn: may(getPlatformTenants) },
  )
  const entries = useRead(
    getPlatformAuditLog,
    { query: { ...query, tenant_id: tenant, page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  const options = (tenants.data?.items ?? []).map(({ id, display_name: name, slug }) => [id, name ?? slug] as const)
  return (
    <AuditEntries
      title={words.titlePlatform}
      of={entries}
      choices={[{ name: 'tenant', label: words.tenant, options }]}
      tenantOf={(id) => options.find(([each]) => each === id)?.[1] ?? words.ofPlatform}
    />
  )
}

export default PlatformAuditLog
