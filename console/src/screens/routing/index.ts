/** Screens of routing. */

import { getRoutingRules, getRoutingRulesSettings, getSimpleRoutingRules } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const ROUTING = [
  screen({
    path: '/routing',
    title: { en: 'Routing', tr: 'Yönlendirme' },
    menu: { group: 'organization', icon: 'transfer' },
    anyOf: [getRoutingRules, getSimpleRoutingRules, getRoutingRulesSettings],
    load: () => import('./routing.tsx'),
  }),
]
