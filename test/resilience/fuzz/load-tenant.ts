/** How a fuzzing client calls: as tenant-load, which no limit holds back, and as the platform where only that may. */
import fc from 'fast-check'
import type { Runtime } from '../../../src/infra/runtime.ts'
import type { Demo } from '../../support/demo.ts'
import { demoClient } from '../../support/demo.ts'
import type { FuzzOptions } from './fuzz.ts'

const REALM = 'tenant-load'
const TOKEN_USED_MS = 200_000 // of 300 s

export const asLoadTenant = (
  urls: FuzzOptions['urls'],
  demo: Demo,
): Pick<FuzzOptions, 'token' | 'headers' | 'hints'> => {
  const { client_id, client_secret } = demoClient(demo, 'admin', REALM)
  const tenant = demo.tenants.find(({ slug }) => slug === REALM)
  const known = new Map<string, { token: Promise<string>; at: number }>()
  const fresh = async (realm: string): Promise<string> => {
    const { client_id, client_secret } = demoClient(demo, 'admin', realm)
    const answer = await fetch(`${urls.identity}/api/v1/auth/${realm}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id, client_secret }),
    })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  return {
    token({ roles, path }) {
      // The platform's clock stays where it is: everything else hangs on it.
      const isForPlatform = roles?.join() === 'platform-admin' && !path.includes('/sandbox/')
      const realm = isForPlatform ? 'master' : REALM
      const last = known.get(realm)
      if (last && Date.now() - last.at < TOKEN_USED_MS) return last.token
      const next = { token: fresh(realm), at: Date.now() }
      known.set(realm, next)
      return next.token
    },
    hints: {
      client_id: fc.constantFrom(client_id, client_id, 'cid_test_nobody'),
      client_secret: fc.constantFrom(client_secret, client_secret, 'cs_test_wrong'),
      tenant_id: fc.constantFrom('me', demo.tenants.find(({ slug }) => slug === 'tenant-other')?.tenant_id ?? ''),
      grant_type: fc.constant('client_credentials'),
    },
    headers: ({ surface }) => ({
      ...(surface === 'transfers' ? { 'x-tenant-id': tenant?.tenant_id ?? '' } : {}),
      // It makes merchants of its own, and then no token names one.
      ...(surface === 'cards' || surface === 'transfers'
        ? { 'x-merchant-id': tenant?.merchants[0]?.merchant_id ?? '' }
        : {}),
    }),
  }
}

/** The realm master has no plan: as much as a tenant with none may do is too little here. */
export const liftPlatformLimits = async ({
  db,
  notifications,
}: Pick<Runtime, 'db' | 'notifications'>): Promise<void> => {
  await db.transaction({ as: 'platform' }, (tx) =>
    tx.execute(`update realms set plan_id = (select id from plans where is_unlimited limit 1) where slug = 'master'`),
  )
  notifications.publish('realms')
}
