/** Whether somebody was signed in in this browser and did not sign out: the sign-in page then says that the session has ended. */
const NAME = 'vezne-session'

/** A browser may keep nothing: then nobody is told. */
const quietly = <T>(act: () => T): T | undefined => {
  try {
    return act()
  } catch {
    return undefined
  }
}

export const noteSession = (): void => quietly(() => localStorage.setItem(NAME, '1'))
export const forgetSession = (): void => quietly(() => localStorage.removeItem(NAME))
export const hadSession = (): boolean => quietly(() => localStorage.getItem(NAME)) === '1'
