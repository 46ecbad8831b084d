/** Preferences of a person in the console: language, theme, saved views. Stored per person, whatever browser they use. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findCardMembers, refuseMisplacedCardNumbers } from '../../access/input/misplaced-card-numbers.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { OpenSession } from '../session/sessions.ts'
import { findPreferences, lockPreferences, writePreferences } from './preferences-store.ts'
import { readObject } from './read-body.ts'

const BYTES_MAX = 64 * 1024
const NO_CARD_MEMBERS = findCardMembers({})
type Value = Readonly<Record<string, unknown>>

export const addPreferences = (
  app: FastifyInstance,
  { runtime: { db, clock }, isIssued }: ConsoleServices,
  sessionOf: (request: FastifyRequest) => Promise<OpenSession>,
): void => {
  const path = '/console/api/preferences'
  const options = { bodyLimit: BYTES_MAX }
  const read = async (request: FastifyRequest) => {
    const { tenantId, userId } = (await sessionOf(request)).row
    const given = readObject(request.body)
    await refuseMisplacedCardNumbers(given, isIssued, NO_CARD_MEMBERS)
    return { tenantId, userId, given }
  }
  app.get(path, async (request) => {
    const { tenantId, userId } = (await sessionOf(request)).row
    return db.transaction({ of: tenantId }, (tx) => findPreferences(tx, tenantId, userId))
  })
  app.put(path, options, async (request) => {
    const { tenantId, userId, given: value } = await read(request)
    await db.transaction({ of: tenantId }, (tx) => writePreferences(tx, { tenantId, userId, value, now: clock.now() }))
    return value
  })
  // Two tabs that set different members both keep theirs.
  app.patch(path, options, async (request) => {
    const { tenantId, userId, given } = await read(request)
    return db.transaction({ of: tenantId }, async (tx) => {
      const value = merge(await lockPreferences(tx, tenantId, userId, clock.now()), given)
      if (Buffer.byteLength(JSON.stringify(value)) > BYTES_MAX)
        throw new Problem('bad_request', {
          detail: phrase`Preferences hold at most ${BYTES_MAX.toLocaleString('en')} bytes, and with this they would be more: remove saved views first.`,
        })
      await writePreferences(tx, { tenantId, userId, value, now: clock.now() })
      return value
    })
  })
}

/** RFC 7396: members given replace those that are there, objects member by member; null removes. */
const merge = (before: unknown, given: Value): Value => {
  const after = new Map(isObject(before) ? Object.entries(before) : [])
  for (const [name, value] of Object.entries(given))
    if (value === null) after.delete(name)
    else after.set(name, isObject(value) ? merge(after.get(name), value) : value)
  return Object.fromEntries(after)
}

const isObject = (value: unknown): value is Value =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
