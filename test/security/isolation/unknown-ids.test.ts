/** Ids that name nothing, the tenant of a transfer request, and the platform's own people on paths of tenants. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Operation } from '../../resilience/fuzz/operations.ts'
import { HINTS, validValue } from '../../resilience/fuzz/valid-values.ts'
import type { Answer } from '../../support/http.ts'
import { assertProblem } from '../../support/problems.ts'
import { use } from '../../support/use.ts'
import { nameOf, nextAddress, openRig, UNKNOWN_ID } from './rig.ts'

const rig = use(openRig)

const withToken = () => rig.operations.filter(({ hasToken }) => hasToken)

test('the platform administrator reaches no path of a tenant', async () => {
  const token = rig.tokenOf('platform-admin')
  const reached: string[] = []
  for (const operation of withToken().filter(({ surface, scope }) => surface !== 'identity' && scope !== 'platform')) {
    const { status } = await rig.call(operation, { token, ...(operation.body ? { body: {} } : {}) })
    if (status < 400) reached.push(nameOf(operation))
  }
  assert.deepEqual(
    reached.filter((name) => !PUBLIC.test(name)),
    [],
  )
})
/** Look-up data and checks belong to no tenant. */
const PUBLIC = /\/(lookups|validation|health|event-types)/

test('an id that names nothing: 404 with the code of the operation', async () => {
  const token = rig.tokenOf('tenant-admin')
  const master = rig.tokenOf('platform-admin')
  const withId = withToken().filter(({ parameters }) =>
    parameters.some((each) => each.in === 'path' && each.schema.format === 'uuid'),
  )
  assert.ok(withId.length > 10)
  for (const operation of withId) {
    const isForPlatform = operation.roles !== undefined && !operation.roles.includes('tenant-admin')
    const answer = await firstJudged(operation, isForPlatform ? master : token)
    assert.equal(answer.status, 404, `${nameOf(operation)}: ${answer.text}`)
    assert.ok(operation.answers[404]?.codes.includes(answer.body.code), `${nameOf(operation)}: ${answer.body.code}`)
    assert.notEqual(answer.body.code, 'route_not_found')
  }
})

/** The schema is checked before the resource, so bodies are drawn until one of them fits every rule. */
const firstJudged = async (operation: Operation, token: string): Promise<Answer> => {
  if (operation.path.endsWith('/evidence') && operation.method === 'POST')
    return rig.call(operation, { token, headers: { 'content-type': 'application/pdf' }, body: Buffer.from('%PDF-1.7') })
  if (!operation.body) return rig.call(operation, { token })
  const bodies = fc.sample(validValue(operation.body.schema, '', HINTS), { numRuns: 30, seed: 1 }) as Record<
    string,
    unknown
  >[]
  let answer: Answer | undefined
  for (const body of bodies) {
    for (const name of ['id', 'transaction_id']) delete body[name]
    answer = await rig.call(operation, { token, body })
    if (answer.status === 404) return answer
  }
  return answer as Answer
}

test('a transfer request names its tenant, a health probe need not', async () => {
  assert.equal((await rig.vezne.request('transfers', 'GET', '/health/live')).status, 200)
  const token = rig.tokenOf('transfer-operator')
  for (const operation of withToken().filter(({ surface }) => surface === 'transfers')) {
    const path = operation.path.replace(/\{\w+\}/g, UNKNOWN_ID)
    const sent = { token, from: nextAddress() }
    assertProblem(await rig.vezne.request('transfers', operation.method, path, sent), 'tenant_id_required')
    assertProblem(await rig.call(operation, { token, headers: { 'x-tenant-id': 'x' } }), 'bad_request')
    assertProblem(await rig.call(operation, { token, headers: { 'x-tenant-id': UNKNOWN_ID } }), 'forbidden')
  }
})
