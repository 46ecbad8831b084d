/** The look of a merchant's payment page, and the shop pages that may show card fields: settings of the tenant or of one merchant. */

import { computeContrast } from '../core/color-contrast.ts'
import { type Phrase, phrase } from '../core/phrases/phrase.ts'
import { checkKnownSetting, type KnownSetting } from '../identity/settings/known-setting.ts'
import { findSettingsOf } from '../identity/settings/setting-store.ts'
import { createTenantCache } from '../infra/database/tenant-cache.ts'
import type { Runtime } from '../infra/runtime.ts'
import { isOrigin } from './model/origin.ts'

interface Logo {
  readonly type: string
  readonly bytes: Buffer
}

interface Brand {
  /** #rrggbb; white text on it is legible. */
  readonly color: string
  readonly logo: Logo | null
  /** Origins of the shop's pages. */
  readonly origins: readonly string[]
}

export interface Brands {
  of(tenantId: string, merchantId: string): Promise<Brand>
  close(): void
}

export const STANDARD_COLOR = '#0b5cab'
/** Contrast of text to its background that WCAG 2 requires. */
const CONTRAST_MIN = 4.5

const colorFault = (value: string): Phrase | null => {
  if (!/^#[0-9a-f]{6}$/i.test(value)) return phrase`must be a colour such as #0b5cab`
  const contrast = computeContrast(value, '#ffffff')
  return contrast >= CONTRAST_MIN
    ? null
    : phrase`is too light: white text on it has a contrast of ${contrast.toFixed(1)}, at least ${CONTRAST_MIN} is legible`
}

const LOGO = /^data:(image\/(?:png|webp|svg\+xml));base64,([A-Za-z0-9+/]+={0,2})$/

const logoFault = (value: string): Phrase | null =>
  LOGO.test(value) ? null : phrase`must be a picture as data:image/png;base64,... (png, webp or svg+xml)`

const splitOrigins = (value: string): string[] => value.split(/[\s,]+/).filter((each) => each !== '')

const originsFault = (value: string): Phrase | null => {
  const wrong = splitOrigins(value).find((each) => !isOrigin(each))
  return wrong === undefined ? null : phrase`must be origins such as https://shop.example, separated by blanks`
}

const KEYS = {
  color: {
    key: 'checkout.color',
    kind: { fault: colorFault },
    loosens: { by: 'nothing', because: 'It is how the page looks' },
    isPerMerchant: true,
    standard: STANDARD_COLOR,
    meaning: {
      en: 'Colour of the payment page, such as #0b5cab; white text on it has to be legible',
      tr: 'Ödeme sayfasının rengi, #0b5cab gibi; üstündeki beyaz yazı okunabilmelidir',
    },
  },
  logo: {
    key: 'checkout.logo',
    kind: { fault: logoFault },
    loosens: { by: 'nothing', because: 'It is how the page looks, and a picture there can do nothing' },
    isPerMerchant: true,
    mayBeEmpty: true,
    standard: '',
    meaning: {
      en: 'Logo of the payment page: a picture as data:image/png;base64,… (png, webp or svg+xml)',
      tr: 'Ödeme sayfasının logosu: data:image/png;base64,… biçiminde bir resim (png, webp veya svg+xml)',
    },
  },
  origins: {
    key: 'checkout.origins',
    kind: { fault: originsFault },
    loosens: { by: 'adding', membersOf: splitOrigins },
    isPerMerchant: true,
    mayBeEmpty: true,
    standard: '',
    meaning: {
      en: 'Pages of your own that may show the card fields: origins such as https://shop.example, separated by blanks',
      tr: 'Kart alanlarını gösterebilecek sayfalarınız: https://shop.example gibi kaynaklar, boşlukla ayrılmış',
    },
  },
} as const satisfies Record<string, KnownSetting>

export const CHECKOUT_SETTINGS: readonly KnownSetting[] = Object.values(KEYS)

export const createBrands = ({ db, notifications }: Pick<Runtime, 'db' | 'notifications'>): Brands => {
  const settings = createTenantCache({
    notifications,
    topic: 'settings',
    load: (tenantId) => db.transaction({ of: tenantId }, (tx) => findSettingsOf(tx, tenantId, 'checkout.')),
  })
  return {
    async of(tenantId, merchantId) {
      const set = await settings.of(tenantId)
      /** A value the key no longer allows counts as not set. */
      const setTo = (setting: KnownSetting): string | undefined =>
        [set.get(`${setting.key}:${merchantId}`), set.get(setting.key)].find(
          (value) => value !== undefined && checkKnownSetting(setting, value) === null,
        )
      return {
        color: setTo(KEYS.color) ?? STANDARD_COLOR,
        logo: toLogo(setTo(KEYS.logo)),
        origins: splitOrigins(setTo(KEYS.origins) ?? ''),
      }
    },
    close: () => settings.close(),
  }
}

const toLogo = (value: string | undefined): Logo | null => {
  const [, type, text] = LOGO.exec(value ?? '') ?? []
  return type === undefined || text === undefined ? null : { type, bytes: Buffer.from(text, 'base64') }
}
