/** The keys that the service reads, with what takes two people: from the settings' own declarations. */
import { KNOWN_SETTINGS } from '../../src/app/known-settings.ts'
import type { KnownSetting } from '../../src/identity/settings/known-setting.ts'
import { table } from './markdown.ts'

export const settingsPart = (): string =>
  table(
    ['Key', 'Meaning', 'Default', 'What takes two people'],
    KNOWN_SETTINGS.map((setting) => [
      `\`${setting.key}\`${setting.isPerMerchant ? ', `:{merchant id}` for one merchant' : ''}`,
      setting.meaning.en,
      standardOf(setting),
      ofLoosening(setting),
    ]),
  )

const standardOf = ({ standard }: KnownSetting): string =>
  typeof standard === 'string' ? standard || 'none' : `${standard.production}; sandbox ${standard.sandbox}`

const ofLoosening = ({ loosens }: KnownSetting): string => {
  switch (loosens.by) {
    case 'growing':
      return '**a larger value**'
    case 'shrinking':
      return '**a smaller value**'
    case 'leaving':
      return `**another value than \`${loosens.value}\`**`
    case 'adding':
      return '**another member**'
    case 'nothing':
      return `nothing: ${loosens.because}`
  }
}
