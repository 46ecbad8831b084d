/** The realms a sandbox starts with (docs/interface/sandbox.md#demo-data), as data; ids are fixed so that documents and tests can name them. */
import { UPLOADER_ROLE } from '../../access/permissions.ts'

const id = (number: string): string => `00000000-0000-4000-8000-0000000000${number}`

export interface SeedTariffPlan {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly rate_limit_per_second: number
  readonly burst: number
  readonly is_unlimited?: boolean
  readonly is_default?: boolean
}
interface SeedMerchant {
  readonly id: string
  readonly external_id: string
  readonly name: string
  readonly is_active: boolean
}
interface SeedClient {
  /** Name in demo.json and last part of the client id. */
  readonly key: string
  readonly name: string
  readonly roles: readonly string[]
  readonly merchant_id?: string
}
export interface SeedUser {
  readonly id: string
  /** Name of the person in the console's one-click sign-in. */
  readonly key: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly roles: readonly string[]
}
export interface SeedRealm {
  readonly tenant_id: string
  readonly slug: string
  /** Middle part of its client ids. */
  readonly short: string
  readonly kind: 'master' | 'tenant'
  readonly display_name: string
  readonly plan?: SeedTariffPlan
  readonly merchants: readonly SeedMerchant[]
  readonly clients: readonly SeedClient[]
  readonly users: readonly SeedUser[]
}

const SANDBOX: SeedTariffPlan = {
  id: id('01'),
  code: 'sandbox',
  name: 'Sandbox',
  rate_limit_per_second: 50,
  burst: 100,
  is_default: true,
}
const UNLIMITED: SeedTariffPlan = {
  id: id('04'),
  code: 'unlimited',
  name: 'Unlimited (load tests)',
  rate_limit_per_second: 1_000_000,
  burst: 1_000_000,
  is_unlimited: true,
}
const PLANS: readonly SeedTariffPlan[] = [
  SANDBOX,
  { id: id('02'), code: 'standard', name: 'Standard', rate_limit_per_second: 200, burst: 400 },
  { id: id('03'), code: 'high_volume', name: 'High volume', rate_limit_per_second: 1_000, burst: 2_000 },
  UNLIMITED,
]

/** The plan without limits is for load tests. */
export const listDemoTariffPlans = (env: 'sandbox' | 'production'): readonly SeedTariffPlan[] =>
  PLANS.filter((plan) => env === 'sandbox' || plan !== UNLIMITED)

const MERCHANT_1 = id('20')

export const MASTER: SeedRealm = {
  tenant_id: id('09'),
  slug: 'master',
  short: 'master',
  kind: 'master',
  display_name: 'Platform',
  merchants: [],
  clients: [{ key: 'admin', name: 'Platform administrator', roles: ['platform-admin'] }],
  users: [],
}

/** The platform's own realm in a sandbox, where demo people try it out. */
export const DEMO_MASTER: SeedRealm = {
  ...MASTER,
  users: [
    {
      id: id('85'),
      key: 'operator',
      email: 'operator@demo.example',
      first_name: 'Okan',
      last_name: 'Platform',
      roles: ['platform-admin'],
    },
  ],
}

const TRANSFER_CLIENTS: readonly SeedClient[] = [
  { key: 'maker', name: 'Transfer maker', roles: ['transfer-operator'] },
  { key: 'checker', name: 'Transfer checker', roles: ['transfer-admin'] },
  { key: 'sender', name: 'Transfer sender', roles: ['transfer-admin'] },
]

/** The machine that fetches what banks leave. */
const FILES_CLIENT: SeedClient = { key: 'files', name: 'Files of banks', roles: [UPLOADER_ROLE] }

const person = (
  number: string,
  key: string,
  first_name: string,
  last_name: string,
  roles: readonly string[],
): SeedUser => ({ id: id(number), key, email: `${key}@demo.example`, first_name, last_name, roles })

export const DEMO_REALMS: readonly SeedRealm[] = [
  {
    tenant_id: id('10'),
    slug: 'tenant-demo',
    short: 'demo',
    kind: 'tenant',
    display_name: 'Demo Ticaret',
    plan: SANDBOX,
    merchants: [
      { id: MERCHANT_1, external_id: 'M-1001', name: 'Demo Market', is_active: true },
      { id: id('21'), external_id: 'M-1002', name: 'Demo Kitap', is_active: true },
      { id: id('22'), external_id: 'M-1003', name: 'Demo Giyim', is_active: false },
    ],
    clients: [
      { key: 'admin', name: 'All of the tenant', roles: ['tenant-admin'] },
      { key: 'pos', name: 'Card operator', roles: ['pos-operator'] },
      { key: 'view', name: 'Card viewer', roles: ['pos-viewer'] },
      { key: 'm1', name: 'Merchant 1', roles: ['merchant-admin'], merchant_id: MERCHANT_1 },
      { key: 'm1user', name: 'Merchant 1 user', roles: ['merchant-user'], merchant_id: MERCHANT_1 },
      ...TRANSFER_CLIENTS,
      FILES_CLIENT,
      { key: 'fraud', name: 'Fraud', roles: ['fraud-admin'] },
    ],
    users: [
      person('80', 'admin', 'Deniz', 'Yönetici', ['tenant-admin']),
      person('81', 'cashier', 'Cem', 'Kasiyer', ['pos-operator']),
      person('82', 'finance', 'Fatma', 'Finans', ['transfer-admin', 'pos-admin']),
      person('83', 'analyst', 'Ada', 'Analist', ['fraud-analyst']),
      person('84', 'developer', 'Derya', 'Geliştirici', ['pos-admin', 'transfer-viewer']),
    ],
  },
  {
    tenant_id: id('11'),
    slug: 'tenant-other',
    short: 'other',
    kind: 'tenant',
    display_name: 'Other Ticaret',
    plan: SANDBOX,
    merchants: [{ id: id('23'), external_id: 'M-2001', name: 'Other Market', is_active: true }],
    clients: [{ key: 'admin', name: 'All of the tenant', roles: ['tenant-admin'] }],
    users: [],
  },
  {
    tenant_id: id('12'),
    slug: 'tenant-load',
    short: 'load',
    kind: 'tenant',
    display_name: 'Load Ticaret',
    plan: UNLIMITED,
    merchants: [{ id: id('24'), external_id: 'M-3001', name: 'Load Market', is_active: true }],
    clients: [{ key: 'admin', name: 'All of the tenant', roles: ['tenant-admin'] }, ...TRANSFER_CLIENTS, FILES_CLIENT],
    users: [],
  },
]
