/** Mails of a sandbox in tests: files in its data folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FROM_PAGE } from './console.ts'
import type { Answer } from './http.ts'
import { PASSWORD } from './people.ts'
import { authPath, form } from './tokens.ts'
import { until } from './until.ts'
import type { Vezne } from './vezne.ts'

export interface ReceivedMail {
  readonly subject: string
  readonly text: string
  /** Of the link in it; empty: there is none. */
  readonly key: string
  readonly address: string
}

/** Oldest first. */
export const mailsTo = ({ dataDir }: Pick<Vezne, 'dataDir'>, to: string): ReceivedMail[] => {
  const folder = join(dataDir, 'mail')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((text) => text.includes(`\nTo: ${to}\n`))
    .map((text) => {
      const address = /^http\S+$/m.exec(text)?.[0] ?? ''
      const key = address === '' ? '' : (new URL(address).searchParams.get('key') ?? '')
      return { subject: /^Subject: (.*)$/m.exec(text)?.[1] ?? '', text, key, address }
    })
}

/** Waits for the `count`-th mail to this address, and returns it. */
export const mailTo = async (vezne: Pick<Vezne, 'dataDir'>, to: string, count = 1): Promise<ReceivedMail> => {
  await until(`mail ${count} to ${to}`, () => mailsTo(vezne, to).length >= count)
  return mailsTo(vezne, to)[count - 1] as ReceivedMail
}

/** Whoever has such a mail, or asks for one: over the interface, and on the pages of the console. */
export const openLinks = (vezne: Vezne) => {
  const call = (realm: string, step: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    vezne.request('identity', 'POST', authPath(realm, step), { body, headers })
  /** Requests for a password that nobody has looked at. */
  const left = async (): Promise<number> => {
    const [row] = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
      tx.query<{ n: number }>('select count(*)::int as n from password_requests'),
    )
    return row!.n
  }
  return {
    lookUp: (key: string, realm = 'tenant-demo') => call(realm, 'links/look-up', { key }),
    use: (key: string, password = PASSWORD, realm = 'tenant-demo') => call(realm, 'links/use', { key, password }),
    forget: (username: string, headers: Record<string, string> = {}) =>
      call('tenant-demo', 'forgotten-password', { username }, headers),
    open: (address: string) => vezne.request('console', 'GET', address.slice(vezne.urls.console.length)),
    post: (path: string, members: Record<string, string>, headers: Record<string, string> = {}) =>
      vezne.request(
        'console',
        'POST',
        path,
        form(members, { 'sec-fetch-site': FROM_PAGE['sec-fetch-site'], ...headers }),
      ),
    left,
    /** Every name that was asked for is looked up. */
    lookedUp: () => until('all requests are looked at', async () => (await left()) === 0),
  }
}
export type Links = ReturnType<typeof openLinks>
