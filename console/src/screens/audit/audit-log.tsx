/** The audit log of the organization. */
import type { ReactNode } from 'react'
import { useRead } from '../../api/data.ts'
import { getAuditLog } from '../../generated/operations.ts'
import { PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { AuditEntries, useAuditQuery } from './audit-entries.tsx'
import { TEXTS } from './texts.ts'

const AuditLog = (): ReactNode => {
  const words = useTexts(TEXTS)
  const query = useAuditQuery()
  const entries = useRead(
    getAuditLog,
    { query: { ...query, page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  return <AuditEntries title={words.title} of={entries} />
}

export default AuditLog
