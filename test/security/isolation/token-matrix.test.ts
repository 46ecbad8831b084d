/** Every operation, called with a token that is missing, strange, expired, of another environment, or of a suspended tenant. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProblemCode } from '../../../src/core/problem.ts'
import { assertProblem } from '../../support/problems.ts'
import { type Claims, change } from '../../support/tokens.ts'
import { use } from '../../support/use.ts'
import { inLanes, nameOf, openRig, REALM, ROLES } from './rig.ts'

const rig = use(openRig)

const withToken = () => rig.operations.filter(({ hasToken }) => hasToken)

/** `npm test` takes a quarter of the roles for each operation, others for the next; `npm run checks -- isolation` all. */
const SHARES = process.env.VEZNE_ISOLATION_WHOLE === '1' ? 1 : 4
const cellsOf = () =>
  withToken().flatMap((operation, nth) =>
    ROLES.filter((_, at) => (at + nth) % SHARES === 0).map((role) => ({ operation, role })),
  )

/** Refused tokens count by address: each lane of requests gets its own share of loopback. */
const everyOperation = async (token: (role: string) => string | undefined, code: ProblemCode): Promise<number> => {
  const cells = cellsOf()
  let at = 0
  await inLanes(cells, async ({ operation, role }) => {
    const from = 2 + (at++ % 250)
    const answer = await rig.call(operation, {
      token: token(role),
      from,
      ...(operation.body ? { body: {} } : {}),
    })
    assertProblem(answer, code)
    assert.equal(
      answer.headers['www-authenticate'],
      code === 'realm_suspended' ? undefined : 'Bearer error="invalid_token"',
      nameOf(operation),
    )
  })
  return cells.length
}

const secondsAgo = (seconds: number): number => Math.floor(Date.now() / 1_000) - seconds
const WRONG: [name: string, code: ProblemCode, changes: Claims][] = [
  ['expired', 'token_expired', { iat: secondsAgo(700), exp: secondsAgo(400) }],
  ['of another environment', 'invalid_token', { aud: 'live', env: 'live' }],
  ['of an unknown key', 'invalid_token', { azp: 'cid_test_nobody' }],
]
for (const [name, code, changes] of WRONG)
  test(`a token ${name}: ${code} at every operation, whatever its role`, async (t) => {
    const tokens = new Map(ROLES.map((role) => [role, rig.tokenOf(role, changes)]))
    t.diagnostic(`${await everyOperation((role) => tokens.get(role), code)} cells`)
  })

const STRANGE = [
  undefined,
  'x',
  'e30.e30.',
  `eyJhbGciOiJSUzI1NiJ9.${Buffer.from('{"iss":"https://nobody.example/x"}').toString('base64url')}.AA`,
]
test('no token, or one that was not issued: invalid_token', async (t) => {
  let cells = 0
  for (const operation of withToken())
    for (const token of STRANGE) {
      assertProblem(await rig.call(operation, { token, from: 2 + (cells++ % 250) }), 'invalid_token', /token/i)
    }
  t.diagnostic(`${cells} cells`)
})

test('a suspended tenant: realm_suspended at every operation, whatever the role; the platform goes on', async (t) => {
  const tokens = new Map(ROLES.map((role) => [role, rig.tokenOf(role)]))
  await change(rig.vezne, `update realms set status = 'suspended' where slug = $1`, [REALM])
  let cells = 0
  await inLanes(cellsOf(), async ({ operation, role }) => {
    const answer = await rig.call(operation, {
      token: tokens.get(role),
      from: 2 + (cells++ % 250),
      ...(operation.body ? { body: {} } : {}),
    })
    if (role === 'platform-admin') assert.notEqual(answer.body?.code, 'realm_suspended', nameOf(operation))
    else assertProblem(answer, 'realm_suspended')
  })
  t.diagnostic(`${cells} cells`)
})
