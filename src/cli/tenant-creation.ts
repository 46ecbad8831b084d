/** `vezne tenant create`: a tenant, its first key and a merchant, through the public operations; then prints what to paste next. */

import { createApiClientWith } from './api-client.ts'
import { UsageError } from './command.ts'
import type { PlatformClient } from './platform.ts'

export interface Wanted {
  name: string
  slug: string | undefined
  /** Code of a plan; undefined for the default plan. */
  plan: string | undefined
  email: string | undefined
  allowedIps: string | undefined
  /** Number of the shard; undefined for the one with most room. */
  shard: number | undefined
}

interface Tenant {
  id: string
  slug: string
  plan_code: string
}
export interface MadeTenant {
  tenant: Tenant
  merchantId: string
  client_id: string
  client_secret: string
}

/** A repetition within a day completes an interrupted creation: every step has an idempotency key derived from the slug. */
export const createTenant = async (platform: PlatformClient, wanted: Wanted): Promise<MadeTenant> => {
  const { caller, auth_url } = platform
  const slug = wanted.slug ?? toSlug(wanted.name)
  const contact_email = emailOf(platform, wanted, slug)
  const allowed_ips = allowedIpsOf(platform, wanted)
  const plan_id = wanted.plan === undefined ? undefined : await planIdOf(platform, wanted.plan)
  const once = (step: string): string => `vezne-cli:${step}:${slug}`
  const tenant = (await caller.call(
    'POST',
    `${auth_url}/api/v1/platform/tenants`,
    {
      slug,
      display_name: wanted.name,
      contact_email,
      ...(plan_id === undefined ? {} : { plan_id }),
      ...(wanted.shard === undefined ? {} : { shard: wanted.shard }),
    },
    once('tenant'),
  )) as Tenant
  const { api_key, secret } = (await caller.call(
    'POST',
    `${auth_url}/api/v1/platform/tenants/${tenant.id}/api-keys`,
    {
      display_name: 'First key',
      roles: ['tenant-admin'],
      ...(allowed_ips === undefined ? {} : { allowed_ips }),
    },
    once('key'),
  )) as { api_key: { client_id: string }; secret: string }
  const key = { client_id: api_key.client_id, client_secret: secret }
  const merchant = (await createApiClientWith({ ...key, auth_url, slug }).call(
    'POST',
    `${auth_url}/api/v1/merchants`,
    { name: wanted.name, external_id: FIRST_MERCHANT },
    once('merchant'),
  )) as { id: string }
  return { tenant, merchantId: merchant.id, ...key }
}

export const FIRST_MERCHANT = 'M-1'

const planIdOf = async ({ caller, auth_url }: PlatformClient, code: string): Promise<string> => {
  const query = `include_inactive=true&page_size=100&search_term=${encodeURIComponent(code)}`
  const { items } = (await caller.call('GET', `${auth_url}/api/v1/platform/plans?${query}`)) as {
    items: { id: string; code: string }[]
  }
  const plan = items.find((each) => each.code === code)
  if (!plan) throw new UsageError(`there is no plan ${code}; GET ${auth_url}/api/v1/platform/plans lists them`)
  return plan.id
}

const emailOf = ({ isSandbox }: PlatformClient, { email }: Wanted, slug: string): string => {
  if (email !== undefined) return email
  if (isSandbox) return `admin@${slug}.example`
  throw new UsageError('say whom to write to: --email')
}

/** Required before the tenant is made, because the first key has access to transfers. */
const allowedIpsOf = ({ isSandbox }: PlatformClient, { allowedIps }: Wanted): string | undefined => {
  if (allowedIps !== undefined || isSandbox) return allowedIps
  throw new UsageError('say which addresses the first key is used from: --allowed-ips')
}

/** "Acme Ticaret A.Ş." becomes tenant-acme-ticaret-a-s. */
export const toSlug = (name: string): string => {
  const words = name
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '')
  if (words.length < 3) throw new UsageError('the name makes no slug; give one: --slug tenant-<your-slug>')
  return `tenant-${words}`
}
