/** Screens of connectors and their configurations. */

import { getConnectors, getConnectorsByIdDetail } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const CONNECTORS = [
  screen({
    path: '/connectors',
    title: { en: 'Connectors', tr: 'Banka bağlantıları' },
    menu: { group: 'organization', icon: 'bank' },
    anyOf: [getConnectors],
    load: () => import('./connector-list.tsx'),
  }),
  screen({
    path: '/connectors/$id',
    title: { en: 'Connector', tr: 'Banka bağlantısı' },
    anyOf: [getConnectorsByIdDetail],
    load: () => import('./connector-detail.tsx'),
  }),
]
