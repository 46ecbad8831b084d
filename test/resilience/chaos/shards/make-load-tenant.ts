/** A tenant like that of the demo data which is put under load, on a shard of choice. */
import { DEMO_REALMS } from '../../../../src/identity/seed/demo-realms.ts'
import type { DemoClient } from '../../../support/demo.ts'
import type { ShardServer } from '../../../support/shard-server.ts'
import { DEMO_LOAD, type LoadTenant } from '../load-tenant.ts'
import { asPlatform, type Program } from '../program.ts'

interface MadeLoadTenant {
  readonly tenant: LoadTenant
  /** As in demo.json. */
  readonly clients: Record<string, DemoClient>
}

const CLIENTS = DEMO_REALMS.find(({ slug }) => slug === DEMO_LOAD.slug)!.clients

/** Each key is of another person, as after changes of hands that a second person has confirmed. */
const SEVERAL_PEOPLE =
  'update clients set accountable = array[client_id], changed_people = null, needs_confirmation = false where tenant_id = $1'

/** The platform's administrator makes it. */
export const makeLoadTenant = async (program: Program, shard: number, server: ShardServer): Promise<MadeLoadTenant> => {
  const slug = `${DEMO_LOAD.slug}-${shard}`
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await asPlatform(program, 'identity', method, `/api/v1/platform/${path}`, body)
    if (answer.status > 201) throw new Error(`${path}: ${answer.text}`)
    return answer.body
  }
  const plans: { id: string; code: string }[] = (await ask('GET', 'plans?page_size=100')).items
  const plan_id = plans.find(({ code }) => code === 'unlimited')!.id
  const described = { slug, display_name: `Load ${shard}`, contact_email: 'ops@test.example' }
  const { id } = await ask('POST', 'tenants', { ...described, shard, plan_id })
  const clients: Record<string, DemoClient> = {}
  for (const { key, name, roles } of CLIENTS) {
    const { api_key, secret } = await ask('POST', `tenants/${id}/api-keys`, { display_name: name, roles })
    clients[key] = { client_id: api_key.client_id, client_secret: secret, roles: [...roles] }
  }
  await server.rows(SEVERAL_PEOPLE, [id])
  const { client_id, client_secret } = clients.admin!
  const signedIn = await program.http.request('identity', 'POST', `/api/v1/auth/${slug}/token`, {
    body: { client_id, client_secret },
  })
  const merchant = await program.http.request('identity', 'POST', '/api/v1/merchants', {
    token: signedIn.body.access_token,
    body: { name: 'Load Market', external_id: 'M-3001' },
  })
  if (merchant.status !== 201) throw new Error(merchant.text)
  return { tenant: { slug, id, merchantId: merchant.body.id }, clients }
}
