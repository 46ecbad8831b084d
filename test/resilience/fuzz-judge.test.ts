/** The oracle of random requests detects every kind of wrong response. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge, type Received } from './fuzz/judge.ts'
import type { Operation } from './fuzz/operations.ts'

const headers = ['x-correlation-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
const thing = {
  type: 'object',
  required: ['id', 'at'],
  properties: { id: { type: 'string', format: 'uuid' }, at: { type: 'string', format: 'date-time' } },
  additionalProperties: false,
}
const problem = { type: 'object', required: ['type', 'status', 'code', 'detail', 'correlation_id'] }
const operation: Operation = {
  surface: 'cards',
  id: 'getThing',
  method: 'GET',
  path: '/things/{id}',
  hasToken: true,
  refusesUnknown: false,
  roles: undefined,
  scope: 'open',
  fourEyes: undefined,
  isTenantWide: false,
  parameters: [],
  body: undefined,
  answers: {
    200: { content: { 'application/json': thing }, codes: [], headers },
    204: { content: {}, codes: [], headers },
    404: { content: { 'application/problem+json': problem }, codes: ['resource_not_found'], headers },
    429: {
      content: { 'application/problem+json': problem },
      codes: ['rate_limit_exceeded'],
      headers: [...headers, 'retry-after'],
    },
    500: { content: { 'application/problem+json': problem }, codes: ['internal_server_error'], headers },
  },
}
const ID = '0198f1a2-7c3d-4e4f-8a5b-6c7d8e9f0a1b'
const GOOD = {
  'x-correlation-id': ID,
  'x-ratelimit-limit': '50',
  'x-ratelimit-remaining': '9',
  'x-ratelimit-reset': '1',
}
const answer = (status: number, body: unknown, more: Record<string, string> = {}): Received => ({
  status,
  headers: { ...GOOD, 'content-type': status < 400 ? 'application/json' : 'application/problem+json', ...more },
  text: body === undefined ? '' : JSON.stringify(body),
})
const refusal = (status: number, code: string, change: object = {}) => ({
  type: `https://x/errors/${code}`,
  status,
  code,
  detail: 'Nothing has this id',
  correlation_id: ID,
  ...change,
})
const right = { id: ID, at: '2026-05-11T09:30:00.000+00:00' }

const table: [name: string, got: Received, faults: RegExp | null][] = [
  ['a right answer', answer(200, right), null],
  ['a right answer without a body', { ...answer(204, undefined) }, null],
  ['a right refusal', answer(404, refusal(404, 'resource_not_found')), null],
  ['an undocumented status', answer(418, {}), /418 is not documented/],
  ['a fault of the service', answer(500, refusal(500, 'internal_server_error')), /status 500/],
  ['a member too many', answer(200, { ...right, secret: 1 }), /must NOT have additional/],
  ['a member of another form', answer(200, { ...right, id: 'x' }), /format "uuid"/],
  ['a member missing', answer(200, { id: ID }), /required property 'at'/],
  ['a body where there is none', answer(204, right), /a body where none/],
  ['no JSON', { ...answer(200, right), text: '<html>' }, /no JSON/],
  [
    'another media type',
    answer(404, refusal(404, 'resource_not_found'), { 'content-type': 'application/json' }),
    /media type/,
  ],
  ['a code of another operation', answer(404, refusal(404, 'plan_not_found')), /plan_not_found is not documented/],
  [
    'type and code differ',
    answer(404, refusal(404, 'resource_not_found', { type: 'https://x/errors/y' })),
    /type does not end/,
  ],
  ['status and HTTP status differ', answer(404, refusal(409, 'resource_not_found')), /status differs/],
  ['a refusal without words', answer(404, refusal(404, 'resource_not_found', { detail: 'no' })), /detail says nothing/],
  [
    'another correlation id',
    answer(404, refusal(404, 'resource_not_found', { correlation_id: 'x' })),
    /correlation_id differs/,
  ],
  [
    'no limit header',
    { ...answer(200, right), headers: { 'content-type': 'application/json', 'x-correlation-id': ID } },
    /no header x-ratelimit-limit/,
  ],
  ['no Retry-After', answer(429, refusal(429, 'rate_limit_exceeded')), /no header retry-after/],
  ['a limit that is no number', answer(200, right, { 'x-ratelimit-reset': 'soon' }), /no whole number/],
  [
    'a stack trace',
    answer(404, refusal(404, 'resource_not_found', { detail: 'at run (/srv/app/main.ts:10:5)' })),
    /our insides/,
  ],
  [
    'a card number that comes back',
    answer(404, refusal(404, 'resource_not_found', { detail: 'no card 4546711234567894' })),
    /card number/,
  ],
]
for (const [name, got, expected] of table)
  test(name, () => {
    const faults = judge(
      operation,
      { isInvalid: false, requestId: undefined, text: '{"number":"4546711234567894"}' },
      got,
    ).join('\n')
    if (expected === null) assert.equal(faults, '')
    else assert.match(faults, expected)
  })

test('an invalid request that is taken, and a request id that is not', () => {
  const sent = { isInvalid: true, requestId: '0198f1a2-7c3d-4e4f-8a5b-000000000000', text: '' }
  const faults = judge(operation, sent, answer(200, right)).join('\n')
  assert.match(faults, /accepted an invalid request/)
  assert.match(faults, /X-Request-Id was not taken/)
})
