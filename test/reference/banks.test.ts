/** Banks written by the platform: permissions, refusals, and the effect on lookups, IBANs and releases. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedReference } from '../../src/reference/seed/seed-reference.ts'
import { asOwner } from '../resilience/chaos/platform-records.ts'
import { assertProblem } from '../support/problems.ts'
import { asPlatform } from '../support/tenants.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()

const PATH = '/lookups/banks'
const IBAN = 'TR450080500000000000000001' // of bank 00805, which is not shipped
const body = (change: object = {}) => ({ code: '00805', name: 'Deneme Bankası', ...change })
const get = async (path: string) =>
  (await vezne.request('cards', 'GET', `/api/v1${path}`, { token: await vezne.token('pos') })).body
const named = async (code: string) =>
  (await get(`${PATH}?include_inactive=true&search_term=${code}`)).items.find(
    (bank: { code: string }) => bank.code === code,
  )
const bankOfIban = async () =>
  (
    await vezne.request('cards', 'POST', '/api/v1/validation/iban', {
      token: await vezne.token('pos'),
      body: { iban: IBAN },
    })
  ).body.bank

test('a bank is created, known to its IBANs at once, changed, deactivated, deleted, and created again', async () => {
  assert.equal(await bankOfIban(), null)
  const made = await asPlatform(vezne, 'POST', PATH, body({ swift_code: 'DENETRIS' }))
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(await bankOfIban(), made.body)
  assertProblem(await asPlatform(vezne, 'POST', PATH, body()), 'conflict', /another bank has the code/i)
  const path = `${PATH}/${made.body.id}`
  const changed = await asPlatform(vezne, 'PUT', path, body({ name: 'Deneme Katılım', is_active: false }))
  assert.deepEqual(
    [changed.body.name, changed.body.swift_code, changed.body.is_active],
    ['Deneme Katılım', null, false],
  )
  assertProblem(await asPlatform(vezne, 'PUT', path, body({ code: '00804' })), 'bad_request', /stays 00805/)
  assert.equal((await asPlatform(vezne, 'DELETE', path)).status, 204)
  assert.deepEqual([await named('00805'), await bankOfIban()], [undefined, null])
  assertProblem(await asPlatform(vezne, 'PUT', path, body()), 'resource_not_found')
  assert.equal((await asPlatform(vezne, 'POST', PATH, body())).status, 201)
})

test('only the platform writes; a bank with BIN ranges is deactivated, not deleted', async () => {
  const token = await vezne.token('admin')
  assertProblem(await vezne.request('identity', 'POST', `/api/v1${PATH}`, { token, body: body() }), 'forbidden')
  const { id } = await named('00901')
  assertProblem(await asPlatform(vezne, 'DELETE', `${PATH}/${id}`), 'conflict', /BIN ranges/)
})

const REFUSED: [name: string, change: object][] = [
  ['a code of four digits', { code: '0805' }],
  ['no name', { name: '' }],
  ['a SWIFT code of nine characters', { swift_code: 'DENETRIS1' }],
  ['a logo that is no https address', { logo_url: 'http://x.example/logo.png' }],
]
for (const [name, change] of REFUSED)
  test(`${name}: 400`, async () => assertProblem(await asPlatform(vezne, 'POST', PATH, body(change)), 'bad_request'))

test('a release keeps what the platform wrote, and adds the rest', async () => {
  const { id } = await named('00216')
  await asPlatform(vezne, 'PUT', `${PATH}/${id}`, { code: '00216', name: 'Renamed' })
  await asPlatform(vezne, 'DELETE', `${PATH}/${(await named('00215')).id}`)
  await asOwner(vezne.ownerUrl, async (owner) => {
    await owner.query(`update banks set name = 'Old name' where code = '00214'`)
    await owner.query(`update reference_seeds set digest = 'of the release before' where name = 'reference'`)
  })
  await seedReference(vezne.runtime)
  const rows = await asOwner(vezne.ownerUrl, (owner) =>
    owner.query(`select name, is_deleted from banks where code in ('00214', '00215', '00216') order by code`),
  )
  assert.deepEqual(rows.rows, [
    { name: 'Dünya Katılım', is_deleted: false },
    { name: 'Adil Katılım', is_deleted: true },
    { name: 'Renamed', is_deleted: false },
  ])
})
