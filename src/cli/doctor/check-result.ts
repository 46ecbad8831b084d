/** Results of the doctor's checks: one line each, with an action unless all is well. */
export interface CheckResult {
  /** Name of the check. */
  readonly check: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly message: string
  /** Absent where there is nothing to do. */
  readonly action?: string
}

export const ok = (check: string, says: string): CheckResult => ({ check, state: 'ok', message: says })
export const warn = (check: string, says: string, todo: string): CheckResult => ({
  check,
  state: 'warn',
  message: says,
  action: todo,
})
export const fail = (check: string, says: string, todo: string): CheckResult => ({
  check,
  state: 'fail',
  message: says,
  action: todo,
})

/** A check that fails itself is a result, and does not end the others. */
export const runCheck = async (
  check: string,
  look: () => Promise<readonly CheckResult[]>,
): Promise<readonly CheckResult[]> => {
  try {
    return await look()
  } catch (error) {
    return [fail(check, (error as Error).message.split('\n')[0] as string, 'fix this first; the check could not run')]
  }
}
