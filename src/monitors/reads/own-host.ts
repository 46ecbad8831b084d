/** Findings about the machine that this process runs on. */
import { hostname } from 'node:os'
import type { Seen } from '../model/monitor-kinds.ts'

export interface HostFacts {
  /** The disk that has the data folder; undefined where there is no such folder. */
  readonly disk: { readonly freeBytes: number; readonly sizeBytes: number } | undefined
  /** When the certificate in use ends; undefined where a proxy ends TLS. */
  readonly certificateEnds: Date | undefined
}

/** The same thresholds as the alerts of deploy/monitoring. */
const FREE_LEAST = 0.05
const CERTIFICATE_MS = 14 * 86_400_000

export const readOwnHost = ({ disk, certificateEnds }: HostFacts, platformId: string, realMs: number): Seen[] => {
  const host = hostname()
  const seen: Seen[] = []
  if (disk !== undefined && disk.freeBytes / disk.sizeBytes < FREE_LEAST)
    seen.push({
      tenantId: platformId,
      kind: 'disk_full',
      subject: host,
      facts: { host, free_bytes: disk.freeBytes, size_bytes: disk.sizeBytes },
    })
  if (certificateEnds !== undefined && certificateEnds.getTime() - realMs < CERTIFICATE_MS)
    seen.push({
      tenantId: platformId,
      kind: 'certificate_ends',
      subject: host,
      facts: { host, ends: certificateEnds.toISOString() },
    })
  return seen
}
