/** Texts of one's plan. */
import { texts } from '../../texts/dictionary.ts'

export const PLAN_TEXTS = texts(
  {
    title: 'Plan and usage',
    hint: 'Days and months are those of Istanbul.',
    settings: 'Settings',
    code: 'Code',
    today: 'Payments and transfers today',
    month: 'Payments and transfers this month',
    usedOf: (used: string, most: string) => `${used} of ${most}`,
    usedWithoutLimit: (used: string) => `${used}, without a limit`,
    perSecond: 'Requests a second',
    atOnce: 'Requests at once',
    features: 'Includes',
  },
  {
    title: 'Plan ve kullanım',
    hint: 'Günler ve aylar İstanbul’a göredir.',
    settings: 'Ayarlar',
    code: 'Kod',
    today: 'Bugünkü ödeme ve transferler',
    month: 'Bu ayki ödeme ve transferler',
    usedOf: (used, most) => `${used} / ${most}`,
    usedWithoutLimit: (used) => `${used}, sınırsız`,
    perSecond: 'Saniyedeki istek',
    atOnce: 'Aynı andaki istek',
    features: 'Kapsadıkları',
  },
)
