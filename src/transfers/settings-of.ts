/** How a tenant's transfers behave at their bank: the defaults of contract/transfers 8. */
import type { Config } from '../infra/config.ts'
import type { Patience } from './sending/finding.ts'
import type { Windows } from './sending/windows.ts'

const RETRIES_MAX = 3
const RETRY_MS = 60_000
const RETRY_SANDBOX_MS = 2_000
const INQUIRY_MS = 60_000

export interface TransferSettings extends Patience {
  readonly windows: Windows
}

export const defaultSettings = (env: Config['env']): TransferSettings => ({
  retriesMax: RETRIES_MAX,
  retryWaitMs: env === 'sandbox' ? RETRY_SANDBOX_MS : RETRY_MS,
  inquiryWaitMs: INQUIRY_MS,
  windows: env === 'sandbox' ? 'open' : 'bank_hours',
})
