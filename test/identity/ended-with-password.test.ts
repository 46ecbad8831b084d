/** What a change of a person ends: links and passkeys, by the statement that makes the change and without any trigger. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import pg from 'pg'
import { newId } from '../../src/core/id.ts'
import { mailTo, openLinks } from '../support/mails.ts'
import { OTHER_PASSWORD, openPeople, PASSWORD, type People } from '../support/people.ts'
import { change } from '../support/tokens.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const UNUSED_MS = 91 * 86_400_000
const vezne = useVezne()
let people: People
before(async () => {
  people = openPeople(vezne)
  const owner = new pg.Client({ connectionString: vezne.ownerUrl })
  await owner.connect()
  for (const name of ['end_person_links', 'end_passkeys']) await owner.query(`drop trigger if exists ${name} on users`)
  await owner.end()
})

interface Case {
  readonly name: string
  readonly act: (id: string, name: string) => Promise<unknown>
  /** Of a passkey, an open link, and a mail that waits to be sent. */
  readonly left: readonly ['passkey' | '', 'link' | '', 'mail' | '']
}
const ALL = ['passkey', 'link', 'mail'] as const
const PASSKEY = ['passkey', '', ''] as const
const NONE = ['', '', ''] as const
const put = (body: object) => async (id: string) => {
  const answer = await people.call('PUT', `/${id}`, body)
  assert.equal(answer.status, 200, answer.text)
}

const CASES: readonly Case[] = [
  { name: 'renamed', act: put({ firstName: 'Other' }), left: ALL },
  { name: 'enabled', act: put({ enabled: true }), left: ALL },
  { name: 'moved', act: put({ email: 'elsewhere@people.example' }), left: PASSKEY },
  { name: 'disabled', act: put({ enabled: false }), left: PASSKEY },
  {
    name: 'replaced',
    act: async (_id, username) => {
      const body = { username, password: PASSWORD, new_password: OTHER_PASSWORD }
      assert.equal((await people.step('change-password', body)).status, 200)
    },
    left: NONE,
  },
  {
    name: 'refused',
    act: async (_id, username) => {
      const body = { username, password: `${PASSWORD}x`, new_password: OTHER_PASSWORD }
      assert.equal((await people.step('change-password', body)).status, 401)
    },
    left: ALL,
  },
  {
    name: 'reset',
    act: async (id) => {
      const answer = await people.call('POST', `/${id}/reset-password`, { password: OTHER_PASSWORD })
      assert.equal(answer.status, 204, answer.text)
    },
    left: NONE,
  },
  {
    name: 'linked',
    act: async (_id, name) => {
      const links = openLinks(vezne)
      await links.forget(name)
      const { key } = await mailTo(vezne, `${name}@people.example`)
      assert.equal((await links.use(key, OTHER_PASSWORD)).status, 204)
    },
    left: NONE,
  },
  {
    name: 'deleted',
    act: async (id) => assert.equal((await people.call('DELETE', `/${id}`)).status, 204),
    left: NONE,
  },
  {
    name: 'unused',
    act: async (id) => {
      await vezne.moveClock(UNUSED_MS)
      const isEnabled = async (): Promise<boolean> => (await people.call('GET', `/${id}`)).body.data.enabled
      await until('the sweep has disabled it', async () => !(await isEnabled()))
    },
    left: PASSKEY,
  },
]

/** A passkey, and a link of the far future with a mail that waits as long. */
const give = async (userId: string): Promise<void> => {
  const tenant = '(select tenant_id from users where id = $2::uuid)'
  const [passkey, link, mail] = [newId(Date.now()), newId(Date.now()), newId(Date.now())]
  await change(
    vezne,
    `insert into passkeys (tenant_id, id, user_id, credential_id, public_key, counter, name, is_synced, created)
     values (${tenant}, $1::uuid, $2::uuid, sha256($1::uuid::text::bytea), '', 0, 'phone', false, now())`,
    [passkey, userId],
  )
  await change(
    vezne,
    `insert into person_links (tenant_id, id, user_id, purpose, secret_hash, created, expires_at)
     values (${tenant}, $1::uuid, $2::uuid, 'password', sha256($1::uuid::text::bytea), now(), now() + interval '1 year')`,
    [link, userId],
  )
  await change(
    vezne,
    `insert into mail_outbox (tenant_id, id, purpose, about, mail_sealed, next_try_at, give_up_at, created)
     values (${tenant}, $1, 'password', $3, '', now() + interval '1 year', now() + interval '2 years', now())`,
    [mail, userId, link],
  )
}

const leftOf = async (userId: string): Promise<string[]> => {
  const [row] = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ left: string[] }>(
      `select array[(select 'passkey' from passkeys where user_id = $1),
         (select 'link' from person_links where user_id = $1 and ended_at is null),
         (select 'mail' from mail_outbox m join person_links l on l.id = m.about
           where l.user_id = $1 and m.next_try_at is not null and m.mail_sealed is not null)] as left`,
      [userId],
    ),
  )
  return row!.left.map((each) => each ?? '')
}

for (const { name, act, left } of CASES)
  test(`${name}: what is left of passkey, link and mail: ${left.filter(Boolean).join(', ') || 'nothing'}`, async () => {
    const id = await people.make(name)
    await give(id)
    assert.deepEqual(await leftOf(id), ALL)
    await act(id, name)
    assert.deepEqual(await leftOf(id), left)
  })
