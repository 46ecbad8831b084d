/** Whoever may know a person's password counts as that person, and does not end that by knowing it: only what they cannot have ends it. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { type Links, mailTo, openLinks } from '../support/mails.ts'
import { codeAt, OTHER_PASSWORD, openPeople, PASSWORD, type People } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { change } from '../support/tokens.ts'
import { item, TENANT } from '../support/transfers.ts'
import { useVezne } from '../support/vezne.ts'

const NEXT = `${OTHER_PASSWORD} 2`
const ADMIN = 'admin@demo.example'
let people: People
let links: Links
/** One administrator, and another one, who confirms. */
let admin: string
let deniz: string
const vezne = useVezne()
before(async () => {
  people = openPeople(vezne)
  links = openLinks(vezne)
  admin = await vezne.token('admin')
  deniz = await people.token(ADMIN, people.demoPassword(ADMIN))
})

const addressOf = (name: string): string => `${name}@people.example`
/** Somebody who approves transfers, confirmed, with a password that nobody else knows. */
const person = async (name: string): Promise<string> => {
  const id = await people.make(name, { roles: ['transfer-admin'] })
  const fresh =
    'update users set changed_people = null, needs_confirmation = null, password_known_by = null where id = $1'
  await change(vezne, fresh, [id])
  return id
}
const userOf = async (id: string) => (await people.call('GET', `/${id}`, undefined, deniz)).body.data
const confirm = async (id: string): Promise<void> => {
  const { changeId } = await userOf(id)
  const answer = await people.call('POST', `/${id}/confirm`, { changeId }, deniz)
  assert.deepEqual([answer.status, answer.body.data?.needsConfirmation], [200, false], answer.text)
}
const reset = async (id: string, password: string): Promise<void> => {
  const answer = await people.call('POST', `/${id}/reset-password`, { password }, admin)
  assert.equal(answer.status, 204, answer.text)
}
const changeOwn = async (username: string, password: string, new_password: string, otp?: string): Promise<string> => {
  const step = { username, password, new_password, ...(otp === undefined ? {} : { otp }) }
  const answer = await people.step('change-password', step)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.access_token
}
const byLink = async (username: string, password: string, mail = 1, address = addressOf(username)): Promise<void> => {
  await links.forget(username)
  const { key } = await mailTo(vezne, address, mail)
  const used = await links.use(key, password)
  assert.equal(used.status, 204, used.text)
}
const bulk = (token: string, verb: string, body: object): Promise<Answer> =>
  vezne.request('transfers', 'POST', `/api/v1/transfers/bulk/${verb}`, {
    token,
    body,
    headers: { 'x-tenant-id': TENANT, 'x-external-merchant-id': 'M-1001' },
  })
/** What the administrator made, approved with this token. */
const approved = async (token: string): Promise<Answer> => {
  const made = await bulk(admin, 'create', { items: [item()] })
  assert.equal(made.status, 201, made.text)
  return bulk(token, 'approve', { transfer_ids: [made.body.transfers[0].id] })
}
const counts = async (token: string): Promise<void> => {
  const answer = await approved(token)
  assert.equal(answer.status, 200, answer.text)
}
const isTheAdmin = async (token: string): Promise<void> => assertProblem(await approved(token), 'four_eyes_violation')

test('whoever set a password and then changes it in the person’s name still counts as that person, confirmed or not', async () => {
  const id = await person('vedat')
  await reset(id, OTHER_PASSWORD)
  await confirm(id)
  await isTheAdmin(await people.token('vedat', OTHER_PASSWORD))
  await isTheAdmin(await changeOwn('vedat', OTHER_PASSWORD, PASSWORD + NEXT))
  await reset(id, `${NEXT} 3`)
  const own = await changeOwn('vedat', `${NEXT} 3`, `${NEXT} 4`)
  await confirm(id)
  await isTheAdmin(own)
  // The mailbox is the person's: two people have agreed on the address, and nobody has changed it since.
  await byLink('vedat', `${NEXT} 5`)
  await counts(await people.token('vedat', `${NEXT} 5`))
})

test('a lent mailbox: a password set by a link there is known, also once it was changed by whoever knew it', async () => {
  const id = await person('lent')
  for (const [email, mail] of [
    [addressOf('mine'), 1],
    [addressOf('lent'), 0],
  ] as const) {
    assert.equal((await people.call('PUT', `/${id}`, { email }, admin)).status, 200)
    if (mail > 0) await byLink('lent', OTHER_PASSWORD, mail, email)
  }
  await confirm(id)
  await isTheAdmin(await people.token('lent', OTHER_PASSWORD))
  await isTheAdmin(await changeOwn('lent', OTHER_PASSWORD, NEXT))
})

test('an address that nobody has confirmed: a link there ends nothing', async () => {
  const id = await person('moved')
  await reset(id, OTHER_PASSWORD)
  assert.equal((await people.call('PUT', `/${id}`, { email: addressOf('moved-to') }, admin)).status, 200)
  await byLink('moved', NEXT, 1, addressOf('moved-to'))
  await confirm(id)
  await isTheAdmin(await people.token('moved', NEXT))
  await byLink('moved', `${NEXT} 3`, 3, addressOf('moved-to'))
  await counts(await people.token('moved', `${NEXT} 3`))
})

test('a second factor that the person had before ends it; one that was set up with the known password does not', async () => {
  const had = await person('had-one')
  const { recoveryCodes } = await people.enrol(await people.token('had-one'))
  await reset(had, OTHER_PASSWORD)
  await confirm(had)
  await counts(await changeOwn('had-one', OTHER_PASSWORD, NEXT, recoveryCodes[0]))

  const taken = await person('taken-one')
  assert.equal((await people.call('POST', `/${taken}/reset-second-factor`, {}, admin)).status, 204)
  await reset(taken, OTHER_PASSWORD)
  const theirs = await people.enrol(await people.token('taken-one', OTHER_PASSWORD), OTHER_PASSWORD)
  await reset(taken, NEXT)
  await confirm(taken)
  await isTheAdmin(await changeOwn('taken-one', NEXT, `${NEXT} 3`, codeAt(theirs.secret, 1)))

  // In the mailbox of an administrator: the second factor is that administrator's, too.
  const lent = await person('lent-one')
  await people.call('PUT', `/${lent}`, { email: addressOf('mine-too') }, admin)
  await byLink('lent-one', OTHER_PASSWORD, 1, addressOf('mine-too'))
  const mine = await people.enrol(await people.token('lent-one', OTHER_PASSWORD), OTHER_PASSWORD)
  await people.call('PUT', `/${lent}`, { email: addressOf('lent-one') }, admin)
  await confirm(lent)
  await isTheAdmin(await changeOwn('lent-one', OTHER_PASSWORD, NEXT, mine.recoveryCodes[0]))
})

test('the confirming person is shown what was changed: password, second factor, address and roles', async () => {
  const id = await person('shown')
  const shown = async () => (await userOf(id)).waitingMembers
  assert.deepEqual(await shown(), [])
  await people.enrol(await people.token('shown'))
  assert.deepEqual(await shown(), [], 'nothing waits')
  await reset(id, OTHER_PASSWORD)
  assert.deepEqual(await shown(), ['password'])
  assert.equal((await people.call('POST', `/${id}/reset-second-factor`, {}, admin)).status, 204)
  await people.call('PUT', `/${id}`, { email: addressOf('shown-too'), roles: ['transfer-admin', 'pos-viewer'] }, admin)
  assert.deepEqual(await shown(), ['password', 'second_factor', 'email', 'roles'])
  await confirm(id)
  assert.deepEqual(await shown(), [])
})
