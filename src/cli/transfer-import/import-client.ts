/** The client whose transfers a command is about: of demo.json, or of the environment where there is none. */

import { type ApiClient, createApiClient, createApiClientWith, readDemo } from '../api-client.ts'
import { UsageError } from '../command.ts'
import type { KnownAccount } from './check-lines.ts'

export interface ImportClient {
  caller: ApiClient
  transferUrl: string
  /** Address of the list of banks. */
  cardsUrl: string
  /** Sent with every request. */
  headers: Readonly<Record<string, string>>
}

export const IMPORT_CLIENT_HELP = `  --tenant <slug>         default: tenant-demo
  --client <key>          key of demo.json; default: maker
  --merchant <id>         the merchant's own id at the tenant (external id); default: M-1001 of the demo
  --demo <file>           default: demo.json in VEZNE_DATA_DIR (.vezne)

Elsewhere than beside a sandbox the key comes from the environment: VEZNE_CLIENT_ID, VEZNE_CLIENT_SECRET, VEZNE_TENANT
(slug) and VEZNE_TENANT_ID, with VEZNE_IDENTITY_URL, VEZNE_CARDS_URL and VEZNE_TRANSFERS_URL.`

export const createImportClient = (options: Readonly<Record<string, string | undefined>>): ImportClient => {
  const { VEZNE_CLIENT_ID: client_id, VEZNE_CLIENT_SECRET: client_secret } = process.env
  const { merchant } = options
  if (client_id !== undefined && client_secret !== undefined) {
    const [slug, tenantId, auth_url, cardsUrl, transferUrl] = PLACES.map((name) => {
      const value = process.env[name]
      if (!value) throw new UsageError(`${name} is missing: ${PLACES.join(', ')} say where it runs and for whom`)
      return value
    }) as [string, string, string, string, string]
    const caller = createApiClientWith({ client_id, client_secret, auth_url, slug })
    return { caller, transferUrl, cardsUrl, headers: buildHeaders(tenantId, merchant) }
  }
  const demo = readDemo(options.demo)
  const slug = options.tenant ?? 'tenant-demo'
  const tenantId = demo.tenants.find((tenant) => tenant.slug === slug)?.tenant_id
  if (tenantId === undefined) throw new UsageError(`demo.json has no tenant ${slug}`)
  const caller = createApiClient(demo, slug, options.client ?? 'maker')
  const ours = merchant ?? (slug === 'tenant-demo' ? 'M-1001' : undefined)
  return { caller, transferUrl: demo.transfer_url, cardsUrl: demo.base_url, headers: buildHeaders(tenantId, ours) }
}
const PLACES = ['VEZNE_TENANT', 'VEZNE_TENANT_ID', 'VEZNE_IDENTITY_URL', 'VEZNE_CARDS_URL', 'VEZNE_TRANSFERS_URL']

const buildHeaders = (tenantId: string, merchant: string | undefined): Record<string, string> => ({
  'x-tenant-id': tenantId,
  ...(merchant === undefined ? {} : { 'x-external-merchant-id': merchant }),
})

interface Page<T> {
  items: T[]
  has_next_page: boolean
}
type ShownAccount = KnownAccount & { extra_properties_dict: Record<string, string> | null }

export const listAccounts = async ({ caller, transferUrl, headers }: ImportClient): Promise<KnownAccount[]> => {
  const found = await allPages<ShownAccount>(async (page) => {
    const url = `${transferUrl}/api/v1/connectoraccounts?page_size=100&page=${page}`
    return (read(await caller.ask('GET', url, { headers }), 'the source accounts') as { data: Page<ShownAccount> }).data
  })
  return found.map((account) => {
    const limit = account.extra_properties_dict?.single_transfer_limit
    return {
      ...account,
      single_transfer_limit: limit !== undefined && /^\d{1,16}$/.test(limit) ? Number(limit) : undefined,
    }
  })
}

export const listBankCodes = async ({ caller, cardsUrl }: ImportClient): Promise<ReadonlySet<string>> => {
  const banks = await allPages<{ code: string }>(async (page) => {
    const url = `${cardsUrl}/api/v1/lookups/banks?page_size=100&page=${page}`
    return read(await caller.ask('GET', url, {}), 'the banks') as Page<{ code: string }>
  })
  return new Set(banks.map(({ code }) => code))
}

const allPages = async <T>(readPage: (page: number) => Promise<Page<T>>): Promise<T[]> => {
  const found: T[] = []
  for (let page = 1; ; page++) {
    const { items, has_next_page } = await readPage(page)
    found.push(...items)
    if (!has_next_page) return found
  }
}

const read = ({ status, body }: { status: number; body: unknown }, what: string): unknown => {
  if (status === 200) return body
  const { code = '', detail = '' } = (body ?? {}) as { code?: string; detail?: string }
  throw new UsageError(`cannot read ${what}: ${status} ${code} ${detail}`)
}
