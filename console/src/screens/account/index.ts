/** Screen of the person's own account, reached from the account menu. */
import { screen } from '../../screen.ts'

export const ACCOUNT = [
  screen({
    path: '/account',
    title: { en: 'Your account', tr: 'Hesabınız' },
    anyOf: [],
    load: () => import('./account.tsx'),
  }),
]
