/** Screens of refunds. */
import type { Screen } from '../../frame/screen.ts'
export const REFUNDS: Screen[] = []
