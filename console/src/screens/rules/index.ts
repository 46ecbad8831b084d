/** Screens of fraud rules. */

import {
  getFraudRules,
  getFraudRulesById,
  getPlatformFraudRules,
  getPlatformFraudRulesById,
  postFraudRules,
  postPlatformFraudRules,
} from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const RULES = [
  screen({
    path: '/rules',
    title: { en: 'Rules', tr: 'Kurallar' },
    menu: { group: 'risk', icon: 'list' },
    anyOf: [getFraudRules, getPlatformFraudRules],
    load: () => import('./rule-list.tsx'),
  }),
  screen({
    path: '/rules/new',
    title: { en: 'New rule', tr: 'Yeni kural' },
    anyOf: [postFraudRules, postPlatformFraudRules],
    load: () => import('./new-rule.tsx'),
  }),
  screen({
    path: '/rules/$id',
    title: { en: 'Rule', tr: 'Kural' },
    anyOf: [getFraudRulesById, getPlatformFraudRulesById],
    load: () => import('./rule-detail.tsx'),
  }),
]
