/** Refusals of the token operation: code and members of RFC 6749, without disclosing more than the caller may know. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoClient } from '../support/demo.ts'
import type { Answer, Sent } from '../support/http.ts'
import { authPath, basic, form } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()

// tenant-load has no limits, so that every row of the table may call from one address.
const LOAD = 'tenant-load'
const load = () => demoClient(vezne.demo, 'admin', LOAD)
const ask = (sent: Sent, realm = LOAD): Promise<Answer> =>
  vezne.request('identity', 'POST', authPath(realm, 'token'), sent)
const credentials = () => ({ client_id: load().client_id, client_secret: load().client_secret })

interface Refusal {
  sent: () => Sent
  status: number
  code: string
  error: string
  realm?: string
  field?: string
}
const bad = (sent: () => Sent, field: string, error = 'invalid_request'): Refusal => ({
  sent,
  status: 400,
  code: 'bad_request',
  error,
  field,
})
const wrong = (sent: () => Sent, realm = LOAD): Refusal => ({
  sent,
  status: 401,
  code: 'invalid_credentials',
  error: 'invalid_client',
  realm,
})
const REFUSALS: Record<string, Refusal> = {
  'an empty object': bad(() => ({ body: {} }), 'client_id'),
  'no secret': bad(() => ({ body: { client_id: load().client_id } }), 'client_secret'),
  'no id': bad(() => ({ body: { client_secret: load().client_secret } }), 'client_id'),
  'an id that is a number': bad(() => ({ body: { ...credentials(), client_id: 7 } }), 'client_id'),
  'a secret that is a list': bad(() => ({ body: { ...credentials(), client_secret: ['x'] } }), 'client_secret'),
  'a form without grant_type': bad(() => form(credentials()), 'grant_type', 'unsupported_grant_type'),
  'a form with grant_type password': bad(
    () => form({ ...credentials(), grant_type: 'password' }),
    'grant_type',
    'unsupported_grant_type',
  ),
  'JSON with grant_type refresh_token': bad(
    () => ({ body: { ...credentials(), grant_type: 'refresh_token' } }),
    'grant_type',
    'unsupported_grant_type',
  ),
  'a form without credentials': bad(() => form({ grant_type: 'client_credentials' }), 'client_id'),
  'JSON with HTTP Basic alone': bad(
    () => ({ body: {}, headers: basic(load().client_id, load().client_secret) }),
    'client_id',
  ),
  'Basic and body together': bad(
    () => form({ grant_type: 'client_credentials', ...credentials() }, basic(load().client_id, load().client_secret)),
    'client_id',
  ),
  'Basic and an id in the body': bad(
    () =>
      form(
        { grant_type: 'client_credentials', client_id: load().client_id },
        basic(load().client_id, load().client_secret),
      ),
    'client_id',
  ),
  'grant refresh_token without one': bad(() => form({ grant_type: 'refresh_token' }), 'refresh_token'),
  'broken JSON': {
    sent: () => ({ body: '{"client_id":' }),
    status: 400,
    code: 'invalid_json',
    error: 'invalid_request',
  },
  'a list': { sent: () => ({ body: [] }), status: 400, code: 'invalid_json', error: 'invalid_request' },
  XML: {
    sent: () => ({ body: '<token/>', headers: { 'content-type': 'application/xml' } }),
    status: 415,
    code: 'unsupported_media_type',
    error: 'invalid_request',
  },
  'an unknown realm': {
    sent: () => ({ body: credentials() }),
    status: 404,
    code: 'realm_not_found',
    error: 'invalid_request',
    realm: 'tenant-nobody',
  },
  'a slug in capitals': {
    sent: () => ({ body: credentials() }),
    status: 404,
    code: 'realm_not_found',
    error: 'invalid_request',
    realm: 'TENANT-LOAD',
  },
  'a wrong secret': wrong(() => ({ body: { ...credentials(), client_secret: 'cs_test_wrong' } })),
  'an empty secret': wrong(() => ({ body: { ...credentials(), client_secret: '' } })),
  'a secret with a blank after it': wrong(() => ({
    body: { ...credentials(), client_secret: `${load().client_secret} ` },
  })),
  'an unknown client': wrong(() => ({ body: { ...credentials(), client_id: 'cid_test_nobody' } })),
  'a client in capitals': wrong(() => ({ body: { ...credentials(), client_id: load().client_id.toUpperCase() } })),
  'the client of another realm': wrong(() => ({ body: demoClient(vezne.demo, 'admin', 'tenant-other') })),
  'the right client at another realm': wrong(() => ({ body: credentials() }), 'tenant-other'),
}
for (const [name, { sent, status, code, error, realm, field }] of Object.entries(REFUSALS))
  test(`${name}: ${status} ${code}, ${error}`, async () => {
    const { headers, ...rest } = sent()
    const answer = await ask({ ...rest, ...(headers ? { headers } : {}), from: 20 }, realm)
    assert.equal(answer.status, status, answer.text)
    assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8')
    assert.equal(answer.body.code, code)
    assert.equal(answer.body.error, error)
    assert.equal(answer.body.error_description, answer.body.detail)
    assert.equal(answer.headers['cache-control'], 'no-store')
    if (field) assert.equal(answer.body.errors[0].field, field)
    assert(!answer.text.includes(load().client_secret), 'the secret is never repeated')
  })

test('wrong client and wrong secret are indistinguishable', async () => {
  const plain = ({ body }: Answer) => ({ ...body, correlation_id: '' })
  const unknown = plain(await ask({ body: { ...credentials(), client_id: 'cid_test_nobody' }, from: 21 }))
  const wrongSecret = plain(await ask({ body: { ...credentials(), client_secret: 'cs_test_wrong' }, from: 21 }))
  assert.deepEqual(unknown, wrongSecret)
})

test('a refusal of HTTP Basic asks for Basic, any other one for Bearer', async () => {
  const refused = await ask({
    ...form({ grant_type: 'client_credentials' }, basic(load().client_id, 'wrong')),
    from: 22,
  })
  assert.match(refused.headers['www-authenticate'] ?? '', /^Basic/)
  const other = await ask({ body: { ...credentials(), client_secret: 'wrong' }, from: 22 })
  assert.equal(other.headers['www-authenticate'], 'Bearer error="invalid_token"')
})
