/** A browser at the console in tests: keeps its cookie, and says what browsers and pages say. */
import type { Answer, Sent } from './http.ts'
import type { Vezne } from './vezne.ts'

export const FROM_PAGE = { 'sec-fetch-site': 'same-origin', 'x-console': '1' }
const COOKIE = /__Host-vezne=([A-Za-z0-9_-]*)/

export interface Browser {
  cookie: string | undefined
  call(method: string, path: string, sent?: Sent): Promise<Answer>
  signIn(demo: string): Promise<Answer>
}

/** `request`: of another program on the same database. */
export const openBrowser = (vezne: Pick<Vezne, 'request'>): Browser => {
  const browser: Browser = {
    cookie: undefined,
    async call(method, path, { headers = {}, ...sent } = {}) {
      const cookie = browser.cookie === undefined ? {} : { cookie: `__Host-vezne=${browser.cookie}` }
      const answer = await vezne.request('console', method, `/console/api/${path}`, {
        ...sent,
        headers: { ...FROM_PAGE, ...cookie, ...headers },
      })
      const set = COOKIE.exec(answer.headers['set-cookie'] ?? '')?.[1]
      if (set !== undefined) browser.cookie = set === '' ? undefined : set
      return answer
    },
    signIn: (demo) => browser.call('POST', 'session', { body: { demo } }),
  }
  return browser
}
