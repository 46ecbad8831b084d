/** Whatever one person writes, deletes and renames, in whichever order: no key that the service reads ever counts as looser than it did. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { KNOWN_SETTINGS } from '../../src/app/known-settings.ts'
import { checkKnownSetting, countingValue, findKnownSetting } from '../../src/identity/settings/known-setting.ts'
import { findSettings } from '../../src/identity/settings/setting-store.ts'
import { useVezne } from '../support/vezne.ts'

const REALM = 'tenant-load'
const TENANT = '00000000-0000-4000-8000-000000000012'
const MERCHANT = '00000000-0000-4000-8000-000000000024'
const SEQUENCES = 30
const STEPS_MAX = 10

const NUMBERS = ['0', '1', '99999', '100000', '100001', '999999999', '', '1e3', '+5']
const growing = KNOWN_SETTINGS.filter(({ loosens }) => loosens.by === 'growing').map(({ key }) => key)
const origins = fc
  .subarray(['https://a.example', 'https://b.example', 'http://localhost:3000'])
  .chain((all) => fc.constantFrom(all.join(' '), [...all].reverse().join(', '), `${all.join(' ')} *`))
const yes = fc.constantFrom('true', 'false', 'TRUE', '')
/** Every key that loosens, with values of it; one of them for all merchants and for one. */
const VALUES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  ...Object.fromEntries(growing.map((key) => [key, fc.constantFrom(...NUMBERS)])),
  'checkout.origins': origins,
  [`checkout.origins:${MERCHANT}`]: origins,
  'chargebacks.four_eyes': yes,
  'connectors.four_eyes': yes,
  'settlements.terms_four_eyes': yes,
  'fraud.rules_four_eyes': yes,
  'transfers.separation': fc.constantFrom('three_persons', 'creator_approver', 'none'),
  'note.of.ours': fc.constantFrom('1', 'true'),
}
const KEYS = Object.keys(VALUES)

/** Told again here, so that a mistake of the program is not repeated by its test. */
const allowsMore = (key: string, before: string, now: string): boolean => {
  if (key.startsWith('checkout.origins')) {
    const [had, has] = [before, now].map((each) => each.split(/[ ,]+/).filter(Boolean)) as [string[], string[]]
    return has.some((each) => !had.includes(each))
  }
  if (key === 'payments.void_window_minutes' && (before === '' || now === ''))
    return before !== now && (before === '' || Number(before) < 1_440)
  if (key === 'transfers.separation') return before === 'three_persons' && now !== before
  return key.endsWith('four_eyes') ? before === 'true' && now !== 'true' : Number(now) > Number(before)
}

interface Step {
  readonly deed: 'set' | 'delete' | 'rename'
  readonly key: string
  readonly to: string
  readonly value: string
  readonly onTransfers: boolean
}
const written = fc.constantFrom(...KEYS).chain((key) => fc.tuple(fc.constant(key), VALUES[key] as fc.Arbitrary<string>))
const step: fc.Arbitrary<Step> = fc
  .tuple(fc.constantFrom('set', 'set', 'delete', 'rename'), fc.constantFrom(...KEYS), written, fc.boolean())
  .map(([deed, key, [to, value], onTransfers]) => ({
    deed: deed as Step['deed'],
    key: deed === 'set' ? to : key,
    to,
    value,
    onTransfers,
  }))

const vezne = useVezne()

/** What counts of every key, as its readers find it. */
const counting = async (): Promise<ReadonlyMap<string, string>> => {
  const set = await vezne.runtime.db.transaction({ of: TENANT }, (tx) => findSettings(tx, TENANT, KEYS))
  return new Map(
    KEYS.flatMap((key) => {
      const setting = findKnownSetting(KNOWN_SETTINGS, key)
      if (setting === undefined) return []
      const own = set.get(key)
      const isOwn = own !== undefined && checkKnownSetting(setting, own) === null
      return [[key, countingValue(setting, isOwn ? own : set.get(setting.key), vezne.config.env)] as const]
    }),
  )
}

const carryOut = async ({ deed, key, to, value, onTransfers }: Step): Promise<number> => {
  const surface = onTransfers ? 'transfers' : 'cards'
  const send = async (method: string, at: string, body?: object) =>
    vezne.request(surface, method, `/api/v1/settings${at}`, {
      token: await vezne.token('admin', REALM),
      headers: { 'x-tenant-id': TENANT },
      ...(body ? { body } : {}),
    })
  const found = (
    await vezne.request('cards', 'GET', `/api/v1/settings?key=${key}`, { token: await vezne.token('admin', REALM) })
  ).body.items[0]
  if (found === undefined) return deed === 'delete' ? 404 : (await send('POST', '', { key, value })).status
  if (deed === 'delete') return (await send('DELETE', `/${found.id}`)).status
  return (await send('PUT', `/${found.id}`, { key: deed === 'set' ? key : to, value })).status
}

/** As releases before wrote it, or before the key was known: what is no value of it counts as not set. */
const begin = async (rows: readonly (readonly [string, string])[]): Promise<void> => {
  await vezne.runtime.db.transaction({ of: TENANT }, async (tx) => {
    await tx.execute('delete from settings where tenant_id = $1', [TENANT])
    for (const [key, value] of new Map(rows))
      await tx.execute(
        `insert into settings (tenant_id, id, key, value, scope, is_encrypted, is_read_only, created, last_modified)
         values ($1, gen_random_uuid(), $2, $3, 'tenant', false, false, now(), now())`,
        [TENANT, key, value],
      )
  })
}

test('the list above has every key that loosens', () => {
  const loosening = KNOWN_SETTINGS.filter(({ loosens }) => loosens.by !== 'nothing').map(({ key }) => key)
  assert.deepEqual(
    loosening.filter((key) => !KEYS.includes(key)),
    [],
  )
})

test('one person, any sequence of writes', async () => {
  const refused = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(written, { maxLength: 4 }),
      fc.array(step, { minLength: 4, maxLength: STEPS_MAX }),
      async (start, steps) => {
        await begin(start)
        let before = await counting()
        for (const [at, one] of steps.entries()) {
          const status = await carryOut(one)
          refused.set(status, (refused.get(status) ?? 0) + 1)
          assert.ok(status < 500)
          const now = await counting()
          for (const [key, value] of now)
            assert.ok(
              !allowsMore(key, before.get(key) as string, value),
              `step ${at + 1} let ${key} grow from ${before.get(key)} to ${value}`,
            )
          before = now
        }
      },
    ),
    { numRuns: SEQUENCES },
  )
  // The sequences did write, wait and run into refusals.
  for (const status of [201, 204, 409, 422]) assert.ok((refused.get(status) ?? 0) > 0, `no ${status}`)
})
