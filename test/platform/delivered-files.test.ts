/** What operators take from deploy/: who gets the owner's password, which callers may say to be somebody else, where the data lies. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const compose = readFileSync('deploy/compose.yaml', 'utf8')
/** The lines of a service, up to the next one. */
const serviceOf = (name: string): string => {
  const found = new RegExp(`^  ${name}:\\n(?:    .*\\n)+`, 'm').exec(compose)
  assert.ok(found, name)
  return found[0]
}

test('the owner of the schema is known to what migrates, and to nothing that serves', () => {
  for (const role of ['api', 'worker']) {
    const unit = readFileSync(`deploy/systemd/vezne-${role}.service`, 'utf8')
    assert.deepEqual(unit.match(/^EnvironmentFile=.*$/gm), ['EnvironmentFile=/etc/vezne/vezne.env'], role)
    assert.doesNotMatch(serviceOf(role), /OWNER_PASSWORD|\bDATABASE_URL/, role)
  }
  assert.match(serviceOf('migrate'), /\bDATABASE_URL: .*OWNER_PASSWORD/)
  const settings = /^x-settings:[\s\S]*?\n\n/m.exec(compose)![0]
  assert.doesNotMatch(settings, /OWNER_PASSWORD|\bDATABASE_URL/)
  assert.doesNotMatch(readFileSync('deploy/helm/vezne/templates/deployments.yaml', 'utf8'), /secrets\.owner/)
})

test('only the network of the processes themselves may say for whom it calls', () => {
  const [, trusted] = /VEZNE_TRUSTED_PROXIES: (\S+)/.exec(compose)!
  const [, subnet] = /subnet: "([^"]+)"/.exec(compose)!
  assert.equal(trusted, subnet)
  assert.match(subnet!, /\/2[4-9]\}$/)
  // The chart cannot know it, and refuses to guess.
  assert.match(readFileSync('deploy/helm/vezne/values.yaml', 'utf8'), /^trustedProxies: ""$/m)
})

test("the database's files are in the volume that has a name, whichever version serves", () => {
  assert.match(serviceOf('database'), /volumes: \[database:\/var\/lib\/postgresql\]/)
  assert.match(serviceOf('database'), /PGDATA: \/var\/lib\/postgresql\/(?!data)\w+/)
})
