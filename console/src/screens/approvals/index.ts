/** Screens of approvals. */
import type { Screen } from '../../frame/screen.ts'
export const APPROVALS: Screen[] = []
