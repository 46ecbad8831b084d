/** Results of the doctor's checks: one line each, with an action unless all is well. */
import { type CheckName, runbookPage } from './runbook-pages.ts'

export interface CheckResult {
  /** Name of the check. */
  readonly check: CheckName
  readonly state: 'ok' | 'warn' | 'fail'
  readonly message: string
  /** Absent where there is nothing to do. */
  readonly action?: string
  /** Where more is said; absent where there is nothing to do. */
  readonly page?: string
}

export const ok = (check: CheckName, says: string): CheckResult => ({ check, state: 'ok', message: says })
export const warn = (check: CheckName, says: string, todo: string): CheckResult => ({
  check,
  state: 'warn',
  message: says,
  action: todo,
  page: runbookPage(check),
})
export const fail = (check: CheckName, says: string, todo: string): CheckResult => ({
  check,
  state: 'fail',
  message: says,
  action: todo,
  page: runbookPage(check),
})

/** A check that fails itself is a result, and does not end the others. */
export const runCheck = async (
  check: CheckName,
  look: () => Promise<readonly CheckResult[]>,
): Promise<readonly CheckResult[]> => {
  try {
    return await look()
  } catch (error) {
    return [fail(check, (error as Error).message.split('\n')[0] as string, 'fix this first; the check could not run')]
  }
}
