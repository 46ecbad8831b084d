/** Screen of the issuers whose people and programs may sign in. */

import { getTenantsMeIdentityProviders } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const PROVIDERS = [
  screen({
    path: '/sign-in-providers',
    title: { en: 'Sign-in providers', tr: 'Giriş sağlayıcıları' },
    menu: { group: 'organization', icon: 'shield' },
    anyOf: [getTenantsMeIdentityProviders],
    load: () => import('./provider-list.tsx'),
  }),
]
