/** What the doctor finds: one line each, with what to do unless all is well. */
export interface Finding {
  /** What was looked at. */
  readonly check: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly says: string
  /** Absent where there is nothing to do. */
  readonly todo?: string
}

export const ok = (check: string, says: string): Finding => ({ check, state: 'ok', says })
export const warn = (check: string, says: string, todo: string): Finding => ({ check, state: 'warn', says, todo })
export const fail = (check: string, says: string, todo: string): Finding => ({ check, state: 'fail', says, todo })

/** A look that itself breaks is a finding, not the end of the others. */
export const looked = async (check: string, look: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> => {
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
