/** What the doctor finds: one line each, with what to do unless all is well. */
export interface CheckResult {
  /** What was looked at. */
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

/** A look that itself breaks is a finding, not the end of the others. */
export const runCheck = async (
  check: string,
  look: () => Promise<readonly CheckResult[]>,
): Promise<readonly CheckResult[]> => {
  try {
    return await look()
  } catch (error) {
    return [
      fail(
        check,
        (error as Error).message.split('\n')[0] as string,
        'mend this first; it kept the doctor from looking',
      ),
    ]
  }
}
