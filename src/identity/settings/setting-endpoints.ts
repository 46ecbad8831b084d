/** The settings of a tenant: one resource, served by the card surface directly and by the transfer surface in its envelope. */

import { type TSchema, Type } from 'typebox'
import { type Answer, type Endpoint, endpoint } from '../../access/endpoint.ts'
import { checkRepeatedId } from '../../access/input/repeated-id.ts'
import { newId } from '../../core/id.ts'
import { pageSchema, toPage } from '../../core/pagination.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { wishedLanguage } from '../../infra/http/preferred-language.ts'
import { checkSetting } from './check-setting.ts'
import type { ServedSetting, SettingEnv } from './known-setting.ts'
import { KnownSettingSchema, knownSettingBody } from './known-setting-body.ts'
import { agreeOnValue, checkRemoval, findGuarded } from './loosen-setting.ts'
import {
  changeable,
  checkUser,
  found,
  HIDDEN,
  settingBody,
  settingChange,
  storedValue,
  toSettingRow,
  writeSettings,
} from './setting-operation.ts'
import { CreateSetting, SettingParams, SettingSchema, SettingsQuery, UpdateSetting } from './setting-schemas.ts'
import {
  countSettings,
  deleteSetting,
  lockSetting,
  pageOfSettings,
  type SettingRow,
  settingById,
  writeSetting,
} from './setting-store.ts'

/** Response envelope of a surface. */
interface SettingsRouteFormat {
  readonly readRole: string
  /** Wraps the data that is read; `name` is that of the component in the document. */
  readonly around: (data: TSchema, name: string) => TSchema
  readonly shown: (data: object) => Answer
  readonly created: { readonly schema: TSchema; readonly answer: (id: string) => Answer }
  readonly changed: {
    readonly status: number
    readonly schema: TSchema | null
    readonly answer: (id: string) => Answer
  }
  /** Keys the service reads, and which of their defaults count here. */
  readonly known: readonly ServedSetting[]
  readonly env: SettingEnv
}

/** A tenant's settings are listed by people and partly cached. */
const SETTINGS_MAX = 1_000
const path = '/api/v1/settings'
const tag = 'Settings'

export const settingEndpoints = (manner: SettingsRouteFormat): Endpoint[] =>
  [createSetting, listSettings, listKnownSettings, readSetting, updateSetting, removeSetting].map((make) =>
    make(manner),
  )

const createSetting = (manner: SettingsRouteFormat): Endpoint =>
  endpoint({
    method: 'POST',
    path,
    tag,
    summary: 'Create a setting',
    description: `In force at the next request, but for what loosens a key (\`loosens_by\` of GET ${path}/known): that waits for a second person, who sets the same value and may administer what the key is of (\`surface\` there). Keys the service reads: ${manner.known.map(({ key }) => `\`${key}\``).join(', ')}; any other key is a note of yours.`,
    allow: 'admin',
    body: CreateSetting,
    answers: { 201: manner.created.schema },
    errors: ['conflict', 'validation_failed'],
    async handle(call) {
      const { body, tenantId, runtime } = call
      const now = runtime.clock.now()
      const fresh = { tenant_id: tenantId, id: newId(now.getTime()), created: now }
      const flags = { is_encrypted: body.is_encrypted ?? false, is_read_only: body.is_read_only ?? false }
      const row = toSettingRow(body, { ...fresh, ...flags }, now)
      checkSetting(row, body.value, manner.known)
      const stored = { ...row, ...(await storedValue(call, row, body.value)) }
      return writeSettings(call, async (tx) => {
        if ((await countSettings(tx, tenantId)) >= SETTINGS_MAX)
          throw new Problem('conflict', {
            detail: phrase`This tenant has ${SETTINGS_MAX} settings; delete some first.`,
          })
        await checkUser(tx, stored)
        const guarded = await findGuarded(tx, manner, tenantId, stored.key)
        const made = { ...stored, ...agreeOnValue(guarded, null, stored, call.principal) }
        await writeSetting(tx, made)
        return { ...manner.created.answer(made.id), change: settingChange(null, made) }
      })
    },
  })

const listSettings = (manner: SettingsRouteFormat): Endpoint =>
  endpoint({
    method: 'GET',
    path,
    tag,
    summary: 'List settings',
    description: 'What was set, newest first. A key the service reads has its default until it is set.',
    allow: manner.readRole,
    query: SettingsQuery,
    answers: { 200: manner.around(pageSchema(SettingSchema, 'SettingPage'), 'SettingPageEnvelope') },
    async handle({ tenantId, query, read }) {
      const { rows, total } = await read((tx) => pageOfSettings(tx, tenantId, query))
      return manner.shown(toPage(rows.map(settingBody), total, query))
    },
  })

const listKnownSettings = (manner: SettingsRouteFormat): Endpoint =>
  endpoint({
    method: 'GET',
    path: `${path}/known`,
    tag,
    summary: 'List the keys the service reads',
    description:
      'What each of them means, what it may be set to, and what counts while it is not set. `meaning` is Turkish where Accept-Language asks for it.',
    allow: manner.readRole,
    answers: { 200: manner.around(Type.Array(KnownSettingSchema), 'KnownSettingsEnvelope') },
    handle: async ({ request }) =>
      manner.shown(
        manner.known.map((setting) =>
          knownSettingBody(setting, manner.env, wishedLanguage(request.headers['accept-language'])),
        ),
      ),
  })

const readSetting = (manner: SettingsRouteFormat): Endpoint =>
  endpoint({
    method: 'GET',
    path: `${path}/:id`,
    isTagged: true,
    tag,
    summary: 'Read a setting',
    description: 'One setting as the list shows it.',
    allow: manner.readRole,
    params: SettingParams,
    answers: { 200: manner.around(SettingSchema, 'SettingEnvelope') },
    async handle({ tenantId, params, read }) {
      const row = found(await read((tx) => settingById(tx, tenantId, params.id)))
      const setting = settingBody(row)
      return { ...manner.shown(setting), tagged: setting, taggedUnseen: row.value_sealed }
    },
  })

const updateSetting = (manner: SettingsRouteFormat): Endpoint =>
  endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    isTagged: true,
    tag,
    summary: 'Change a setting',
    description:
      'Replaces it; whether it is encrypted stays. The value *** of an encrypted one keeps what is stored. What loosens a key that the ' +
      'service reads takes two: the old value counts (counting_value) until another person, with a confirmed key or user, sets the new one too.',
    allow: 'admin',
    params: SettingParams,
    body: UpdateSetting,
    answers: { [manner.changed.status]: manner.changed.schema },
    errors: ['conflict', 'validation_failed', 'four_eyes_violation'],
    async handle(call) {
      const { body, params, tenantId } = call
      // A missing resource is 404 whatever the body.
      const seen = changeable(await call.read((tx) => settingById(tx, tenantId, params.id)), manner.known)
      checkRepeatedId(body, params)
      const now = call.runtime.clock.now()
      const row = toSettingRow(body, seen, now)
      const keeps = seen.is_encrypted && body.value === HIDDEN
      checkSetting(row, keeps ? null : body.value, manner.known)
      const value = keeps ? undefined : await storedValue(call, row, body.value)
      return writeSettings(call, async (tx) => {
        const before = changeable(await lockSetting(tx, tenantId, params.id), manner.known)
        const wished: SettingRow = { ...row, value: before.value, value_sealed: before.value_sealed, ...value }
        const guarded = await findGuarded(tx, manner, tenantId, wished.key)
        if (before.key !== wished.key) checkRemoval(await findGuarded(tx, manner, tenantId, before.key), before)
        const same = before.key === wished.key ? before : null
        const after = { ...wished, ...agreeOnValue(guarded, same, wished, call.principal) }
        await checkUser(tx, after)
        await writeSetting(tx, after)
        const change = settingChange(before, after)
        return { ...manner.changed.answer(after.id), taggedUnseen: before.value_sealed, change }
      })
    },
  })

const removeSetting = (manner: SettingsRouteFormat): Endpoint =>
  endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    isTagged: true,
    tag,
    summary: 'Delete a setting',
    description:
      'A key the service reads has its default again; where that is looser, set it, which two people do (409).',
    allow: 'admin',
    params: SettingParams,
    answers: { [manner.changed.status]: manner.changed.schema },
    errors: ['conflict'],
    handle: (call) =>
      writeSettings(call, async (tx) => {
        const before = changeable(await lockSetting(tx, call.tenantId, call.params.id), manner.known)
        checkRemoval(await findGuarded(tx, manner, call.tenantId, before.key), before)
        await deleteSetting(tx, call.tenantId, before.id)
        const change = settingChange(before, null)
        return { ...manner.changed.answer(before.id), taggedUnseen: before.value_sealed, change }
      }),
  })
