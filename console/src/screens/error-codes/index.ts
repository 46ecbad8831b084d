/** Screen of the banks' codes. */

import { getConnectorErrorCodes } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const ERROR_CODES = [
  screen({
    path: '/error-codes',
    title: { en: 'Bank codes', tr: 'Banka kodları' },
    menu: { group: 'organization', icon: 'code' },
    anyOf: [getConnectorErrorCodes],
    load: () => import('./error-codes.tsx'),
  }),
]
