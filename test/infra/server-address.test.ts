/** The address of the database: hosts, parameters, and what is refused in a line that tells no password. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadConfig } from '../../src/infra/process/config.ts'
import { parseServerAddress, urlOfHost, withCredentials } from '../../src/infra/process/server-address.ts'

const READ: [url: string, urls: string[], wantsPrimary: boolean][] = [
  ['postgres://u:p@a/db', ['postgres://u:p@a/db'], false],
  ['postgresql://a:6432/db?target_session_attrs=read-write', ['postgres://a:6432/db'], true],
  [
    'postgres://u:p%40%2F@a:1,b/db?sslmode=require',
    ['a:1', 'b'].map((at) => `postgres://u:p%40%2F@${at}/db?sslmode=require`),
    true,
  ],
  ['postgres://u@[::1]:5,b:6/db?target_session_attrs=any', ['postgres://u@[::1]:5/db', 'postgres://u@b:6/db'], false],
  ['postgres://u:p@/db?host=%2Frun', ['postgres://u:p@/db?host=%2Frun'], false],
  ['postgres://u@%2Frun%2Fpg/db', ['postgres://u@%2Frun%2Fpg/db'], false],
]
for (const [url, urls, wantsPrimary] of READ)
  test(`${url} names ${urls.length} hosts`, () => {
    const address = parseServerAddress(url)
    assert.deepEqual(
      address.hosts.map((host) => urlOfHost(address, host)),
      urls,
    )
    assert.equal(address.wantsPrimary, wantsPrimary)
  })

test('another user of the same servers', () => {
  const other = { user: 'app', password: 'a/b@c' }
  assert.equal(withCredentials('postgres://u:p@a:1,b/db?x=1', other), 'postgres://app:a%2Fb%40c@a:1,b/db?x=1')
  assert.equal(withCredentials('postgres://a/db', other), 'postgres://app:a%2Fb%40c@a/db')
})

const REFUSED: [url: string, says: RegExp][] = [
  ['mysql://u:hush@a/db', /no address such as postgres:/],
  ['postgres://u:hu/sh@a/db', /password are written %2F/],
  ['postgres://u:hu?sh@a/db', /password are written %2F/],
  ['postgres://u:hush@a,/db', /host 2 of 2 is empty/],
  ['postgres://u:hush@a:1,b:x/db', /host 2 of 2 \("b:x"\) is no host:port/],
  ['postgres://u:hush@a:70000/db', /the host \("a:70000"\) has a port/],
  ['postgres://u:hush@::1/db', /stands in \[ \]/],
  [
    'postgres://u:hush@a,b/db?target_session_attrs=standby',
    /finds no server that takes writes; it is one of any, read-write/,
  ],
  ['postgres://u:hush@a,b/db?host=c', /not in both/],
  ['postgres://u:hush%@a/db', /a % itself is written %25/],
]
for (const [url, says] of REFUSED)
  test(`${url} is refused`, () => {
    for (const name of ['DATABASE_URL', 'DATABASE_APP_URL'])
      assert.throws(
        () => loadConfig({ [name]: url }),
        (error: Error) => {
          assert.match(error.message, new RegExp(`^${name}: .*`))
          assert.match(error.message, says)
          assert.doesNotMatch(error.message, /hush/)
          return true
        },
      )
  })
