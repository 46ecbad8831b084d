/** A tenant that is put under load: no limit holds it back, and it has a merchant, a finance team and the machine that sends files. */
import { LOAD_MERCHANT, LOAD_TENANT } from '../../support/load-team.ts'

export interface LoadTenant {
  readonly slug: string
  readonly id: string
  readonly merchantId: string
}

/** The one of the demo data. */
export const DEMO_LOAD: LoadTenant = { slug: 'tenant-load', id: LOAD_TENANT, merchantId: LOAD_MERCHANT }
