/** Texts of the roles. */
import { texts } from '../../texts/dictionary.ts'

export const TEXTS = texts(
  {
    title: 'Roles',
    hint: 'Built-in roles say what may be done; roles of your own put them together under a name.',
    caption: 'Roles of the organization',
    emptyTitle: 'No roles',
    add: 'New role',
    change: 'Change the role',
    includes: 'Includes',
    builtIn: 'Built in',
    own: 'Your own',
    kind: 'Kind',
    removeHint: 'Who has it loses what it includes.',
  },
  {
    title: 'Roller',
    hint: 'Hazır roller neyin yapılabileceğini söyler; kendi rolleriniz bunları bir ad altında toplar.',
    caption: 'Kuruluşun rolleri',
    emptyTitle: 'Rol yok',
    add: 'Yeni rol',
    change: 'Rolü düzenle',
    includes: 'Kapsadıkları',
    builtIn: 'Hazır',
    own: 'Sizin',
    kind: 'Tür',
    removeHint: 'Bu role sahip olanlar kapsadıklarını yitirir.',
  },
)
