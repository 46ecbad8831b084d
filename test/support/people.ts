/** People in tests: the demo users, their logins, and users made over the interface. */
import assert from 'node:assert/strict'
import type { Answer } from './http.ts'
import { noteKnown } from './seen.ts'
import { authPath, change } from './tokens.ts'
import type { Vezne } from './vezne.ts'

export const PASSWORD = 'correct horse battery'
export const OTHER_PASSWORD = 'staple-and-clips-77'

export const openPeople = (vezne: Vezne, realm = 'tenant-demo') => {
  for (const password of [PASSWORD, OTHER_PASSWORD]) noteKnown('secret', password) // no run may leave them behind
  const admin = () => vezne.token('admin', realm)
  const call = async (method: string, path: string, body?: unknown, token?: string): Promise<Answer> =>
    vezne.request('identity', method, `/api/v1/users${path}`, {
      token: token ?? (await admin()),
      ...(body === undefined ? {} : { body }),
    })
  const step = (name: string, body: unknown, from = 0): Promise<Answer> =>
    vezne.request('identity', 'POST', authPath(realm, name), { body, from })
  const demoPassword = (email: string): string =>
    vezne.demo.tenants.flatMap(({ users }) => users).find((user) => user.email === email)?.password ?? ''
  const logIn = (username: string, password = PASSWORD, from = 0) => step('login', { username, password }, from)
  return {
    call,
    step,
    demoPassword,
    logIn,
    /** A user who may log in; answers the id. */
    async make(username: string, body: object = {}): Promise<string> {
      const made = await call('POST', '', {
        username,
        email: `${username}@people.example`,
        password: PASSWORD,
        roles: ['pos-viewer'],
        ...body,
      })
      assert.equal(made.status, 201, made.text)
      return made.body.data.id
    },
    async token(username: string, password = PASSWORD): Promise<string> {
      const answer = await logIn(username, password)
      assert.equal(answer.status, 200, answer.text)
      return answer.body.access_token
    },
    /** No bucket and no class limits: what is tested is something else. */
    liftLimits: () =>
      change(vezne, `update realms set plan_id = (select id from plans where is_unlimited) where slug = $1`, [realm]),
    me: (token: string) => vezne.request('identity', 'GET', '/api/v1/me', { token }),
  }
}
export type People = ReturnType<typeof openPeople>
