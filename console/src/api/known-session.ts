/**
 * Whether a person signed in with this browser and did not sign out; the sign-in page then tells them that the session
 * has ended.
 */
const NAME = 'vezne-session'

/** A browser may store nothing; then the message is not shown. */
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
