/** How a fuzzing client calls: as tenant-load, which no limit holds back, on every surface. */
import fc from 'fast-check'
import type { Demo } from '../support/demo.ts'
import { demoClient } from '../support/demo.ts'
import type { FuzzOptions } from './fuzz.ts'

const REALM = 'tenant-load'
const TOKEN_USED_MS = 200_000 // of 300 s

export const asLoadTenant = (
  urls: FuzzOptions['urls'],
  demo: Demo,
): Pick<FuzzOptions, 'token' | 'headers' | 'hints'> => {
  const { client_id, client_secret } = demoClient(demo, 'admin', REALM)
  const tenantId = demo.tenants.find(({ slug }) => slug === REALM)?.tenant_id ?? ''
  let known: { token: Promise<string>; at: number } | undefined
  const fresh = async (): Promise<string> => {
    const answer = await fetch(`${urls.identity}/api/v1/auth/${REALM}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id, client_secret }),
    })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  return {
    token() {
      if (!known || Date.now() - known.at > TOKEN_USED_MS) known = { token: fresh(), at: Date.now() }
      return known.token
    },
    hints: {
      client_id: fc.constantFrom(client_id, client_id, 'cid_test_nobody'),
      client_secret: fc.constantFrom(client_secret, client_secret, 'cs_test_wrong'),
      grant_type: fc.constant('client_credentials'),
    },
    headers: (operation) => ({ ...(operation.surface === 'transfers' ? { 'x-tenant-id': tenantId } : {}) }),
  }
}
