/** People in tests: the demo users, their logins, and users made over the interface. */
import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import type { Answer } from './http.ts'
import { noteKnown } from './seen.ts'
import { authPath } from './tokens.ts'
import { until } from './until.ts'
import type { Vezne } from './vezne.ts'

export const PASSWORD = 'correct horse battery 9'
export const OTHER_PASSWORD = 'staple-and-clips-77'

/** The code an app shows `steps` half-minutes from now. */
export const codeAt = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Codes change every half-minute of the real clock: a test of what is refused by the half-minute begins with time left in one. */
export const timeForCodes = (): Promise<void> =>
  until('a half-minute has time left', () => Date.now() % 30_000 < 18_000, 30_000)

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
  const logIn = (username: string, password = PASSWORD, from = 0, otp?: string) =>
    step('login', { username, password, ...(otp === undefined ? {} : { otp }) }, from)
  return {
    call,
    step,
    demoPassword,
    logIn,
    /** A user who may log in; returns the id. */
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
    /** Sets up the second factor of a user without one; returns its secret. */
    async enrol(token: string, password = PASSWORD) {
      const call = (path: string, body: object) =>
        vezne.request('identity', 'POST', `/api/v1/me/second-factor${path}`, { token, body })
      const enrolled = await call('', { password })
      assert.equal(enrolled.status, 200, enrolled.text)
      const secret: string = enrolled.body.secret
      noteKnown('secret', secret)
      const confirmed = await call('/confirm', { otp: codeAt(secret) })
      assert.equal(confirmed.status, 200, confirmed.text)
      const recoveryCodes: string[] = confirmed.body.recovery_codes
      for (const code of recoveryCodes) noteKnown('secret', code)
      return { secret, recoveryCodes, uri: enrolled.body.otpauth_uri as string }
    },
    me: (token: string) => vezne.request('identity', 'GET', '/api/v1/me', { token }),
  }
}
export type People = ReturnType<typeof openPeople>
