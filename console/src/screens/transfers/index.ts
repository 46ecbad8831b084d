/** Screens of transfers. */
import type { Screen } from '../../frame/screen.ts'
export const TRANSFERS: Screen[] = []
