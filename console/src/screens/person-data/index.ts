/** Screen of the data stored about a shopper. */

import { postTenantsMePersonDataErase, postTenantsMePersonDataExport } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const PERSON_DATA = [
  screen({
    path: '/person-data',
    title: { en: 'Data of a person', tr: 'Kişi verisi' },
    menu: { group: 'organization', icon: 'people' },
    anyOf: [postTenantsMePersonDataExport, postTenantsMePersonDataErase],
    load: () => import('./person-data.tsx'),
  }),
]
