/** Names and addresses of users that are different and look the same. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openPeople, type People } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()
let people: People
before(async () => {
  people = openPeople(vezne)
})

const create = (body: object) => people.call('POST', '', { roles: ['pos-viewer'], ...body })

test('a name or an address that looks like another user’s is taken', async () => {
  const refused = async (username: string, email: string): Promise<void> =>
    assertProblem(await create({ username, email }), 'conflict', /looks the same/)
  await refused('admın@demo.example', 'someone@x.example')
  await refused('аdmin@demo.example', 'someone@x.example') // Cyrillic
  await refused('ａdmin@demo.example', 'someone@x.example') // full width
  const other = await create({ username: 'ışık', email: 'isik@x.example' })
  assert.equal(other.status, 201, other.text)
  await refused('işik', 'someone@x.example')
  assert.equal((await create({ username: 'ısık', email: 'someone@x.example' })).status, 201, 'an s is no ş')
})
