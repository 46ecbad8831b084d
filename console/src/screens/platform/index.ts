/** Screens of the platform's people. */

import {
  getPlatformPlans,
  getPlatformProcesses,
  getPlatformRealmsBySlugSigningKeys,
  getPlatformShards,
  getPlatformTenants,
  getPlatformTenantsBySlug,
  postLookupsBankBins,
  postLookupsBanks,
  postLookupsConnectorHosts,
  postSandboxClock,
} from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const PLATFORM = [
  screen({
    path: '/platform/tenants',
    title: { en: 'Organizations', tr: 'Kuruluşlar' },
    menu: { group: 'platform', icon: 'people' },
    anyOf: [getPlatformTenants],
    load: () => import('./tenant-list.tsx'),
  }),
  screen({
    path: '/platform/tenants/$slug',
    title: { en: 'Organization', tr: 'Kuruluş' },
    anyOf: [getPlatformTenantsBySlug],
    load: () => import('./tenant-detail.tsx'),
  }),
  screen({
    path: '/platform/plans',
    title: { en: 'Plans', tr: 'Planlar' },
    menu: { group: 'platform', icon: 'list' },
    anyOf: [getPlatformPlans],
    load: () => import('./plans.tsx'),
  }),
  screen({
    path: '/platform/banks',
    title: { en: 'Banks and BINs', tr: 'Bankalar ve BIN’ler' },
    menu: { group: 'platform', icon: 'bank' },
    anyOf: [postLookupsBanks, postLookupsBankBins, postLookupsConnectorHosts],
    load: () => import('./banks-and-bins.tsx'),
  }),
  screen({
    path: '/platform/signing-keys',
    title: { en: 'Signing keys', tr: 'İmza anahtarları' },
    menu: { group: 'platform', icon: 'shield' },
    anyOf: [getPlatformRealmsBySlugSigningKeys],
    load: () => import('./signing-keys.tsx'),
  }),
  screen({
    path: '/platform/processes',
    title: { en: 'Processes', tr: 'Program süreçleri' },
    menu: { group: 'platform', icon: 'code' },
    anyOf: [getPlatformProcesses],
    load: () => import('./processes.tsx'),
  }),
  screen({
    path: '/platform/shards',
    title: { en: 'Shards', tr: 'Veritabanı sunucuları' },
    menu: { group: 'platform', icon: 'list', isFor: ({ shards }) => shards > 0 },
    anyOf: [getPlatformShards],
    load: () => import('./shards.tsx'),
  }),
  screen({
    path: '/platform/clock',
    title: { en: 'Clock', tr: 'Saat' },
    menu: { group: 'platform', icon: 'clock' },
    anyOf: [postSandboxClock],
    load: () => import('./clock.tsx'),
  }),
]
