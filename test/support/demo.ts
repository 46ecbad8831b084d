/** demo.json: what the seed wrote for people and tests. */
export interface DemoClient {
  client_id: string
  client_secret: string
  roles: string[]
}

export interface Demo {
  base_url: string
  transfer_url: string
  fraud_url: string
  auth_url: string
  console_url: string
  bank_url: string
  tenants: {
    slug: string
    tenant_id: string
    plan: string
    merchants: { merchant_id: string; external_merchant_id: string; status: string }[]
    clients: Record<string, DemoClient>
    users: { email: string; password: string; roles: string[] }[]
  }[]
  platform: { slug: string; clients: Record<string, DemoClient> }
}

export const demoClient = (demo: Demo, key: string, realm = 'tenant-demo'): DemoClient => {
  const clients =
    realm === demo.platform.slug ? demo.platform.clients : demo.tenants.find(({ slug }) => slug === realm)?.clients
  const client = clients?.[key]
  if (!client) throw new Error(`demo.json has no client ${key} in ${realm}`)
  return client
}
