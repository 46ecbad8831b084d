/** The machine of this process: room on the disk of its data folder, and the end of its certificate. For the metrics and the monitors. */
import { statfs } from 'node:fs/promises'
import type { Tls } from '../../infra/http/tls.ts'

export interface HostFacts {
  /** Undefined where there is no such folder: production without a key file may have none. */
  readonly disk: { readonly freeBytes: number; readonly sizeBytes: number } | undefined
  /** Undefined where a proxy ends TLS. */
  readonly certificateEnds: Date | undefined
}

export const readHost = async (dataDir: string, tls: Pick<Tls, 'expires'> | undefined): Promise<HostFacts> => {
  const disk = await statfs(dataDir).catch(() => undefined)
  return {
    disk: disk && { freeBytes: disk.bavail * disk.bsize, sizeBytes: disk.blocks * disk.bsize },
    certificateEnds: tls?.expires(),
  }
}
