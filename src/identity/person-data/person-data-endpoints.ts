/** POST of /api/v1/tenants/me/person-data/export and /erase: the rights of a person towards a tenant, over all it holds. */
import { type Call, type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import type { PersonDataSource, PersonSearch } from '../../access/person-data.ts'
import { plainMark } from '../../core/personal-data.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { PersonErasure, PersonExport, PersonRequest, type PersonRequestBody } from './person-data-schemas.ts'
import { walkPerson } from './walk-person-data.ts'

const PATH = '/api/v1/tenants/me/person-data'
const IN_STEPS =
  'One call works for half a second; while `is_complete` is false, send the same body with its `position`.'

type PersonCall = Call<unknown, unknown, PersonRequestBody>

/** `sections` in the order of `PERSON_DATA_KINDS`. */
export const personDataEndpoints = (sections: readonly PersonDataSource[]): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: `${PATH}/export`,
    tag: 'PersonData',
    summary: 'What the tenant holds of a person',
    description: `Users, payments, fraud checks, transfers and recipients by e-mail address or identity number. ${IN_STEPS} It stands in the audit log.`,
    allow: 'tenant',
    idempotent: false,
    body: PersonRequest,
    answers: { 200: PersonExport },
    handle: (call) => {
      checkReach(call)
      const sought = readSoughtPerson(call.body)
      return call.inTx(async (tx) => {
        const { runtime, tenantId, body } = call
        const { lots, position } = await walkPerson(sections, body.position, (section, after) =>
          section.find({ runtime, tx, tenantId, sought, after }),
        )
        const records = lots.flatMap(({ kind, lot }) => lot.records.map((data) => ({ kind, data })))
        return {
          ...ok({ records, position, is_complete: position === null }),
          carriesSecret: true,
          change: toAuditedChange(call, sought, {
            exported: sumCounts(lots.map(({ kind, lot }) => [kind, lot.records.length])),
          }),
        }
      })
    },
  }),
  endpoint({
    method: 'POST',
    path: `${PATH}/erase`,
    tag: 'PersonData',
    summary: 'Erase what says who a person is',
    description:
      'Names, addresses, e-mail, telephone, identity numbers and network addresses are taken out of payments that are over, fraud ' +
      `checks, recipients and deleted users. Amounts, states, masked cards and references stay, and records of transfers. ${IN_STEPS} ` +
      'Twice does no more than once. It stands in the audit log, without the person.',
    allow: 'tenant',
    idempotent: false,
    body: PersonRequest,
    answers: { 200: PersonErasure },
    handle: (call) => {
      checkReach(call)
      const sought = readSoughtPerson(call.body)
      return call.inTx(async (tx) => {
        const { runtime, tenantId, body } = call
        const { lots, position } = await walkPerson(sections, body.position, (section, after) =>
          section.erase({ runtime, tx, tenantId, sought, after }),
        )
        const erased = sumCounts(lots.map(({ kind, lot }) => [kind, lot.erased]))
        const kept = lots.flatMap(({ kind, lot }) =>
          Object.entries(lot.kept).map(([reason, count]) => ({ kind, reason, count })),
        )
        return {
          ...ok({
            erased: Object.entries(erased).map(([kind, count]) => ({ kind, count })),
            kept,
            position,
            is_complete: position === null,
          }),
          change: toAuditedChange(call, sought, { erased, kept }),
        }
      })
    },
  }),
]

/** Looks through the whole tenant, which a caller bound to a merchant may not. */
const checkReach = ({ principal }: Pick<PersonCall, 'principal'>): void => {
  if (principal.isMerchantBound)
    throw new Problem('forbidden', {
      detail: phrase`A caller bound to a merchant cannot look through the whole tenant.`,
    })
}

const readSoughtPerson = ({ email, identity_number }: PersonRequestBody): PersonSearch => {
  if (email !== undefined && identity_number !== undefined)
    throw fieldProblem('identity_number', 'mismatch', phrase`send either email or identity_number`)
  if (email !== undefined) return { mark: 'email', text: plainMark('email', email) }
  if (identity_number !== undefined)
    return { mark: 'identity_number', text: plainMark('identity_number', identity_number) }
  throw fieldProblem('email', 'required', phrase`send email or identity_number`)
}

const sumCounts = (counts: readonly (readonly [string, number])[]): Record<string, number> => {
  const sums: Record<string, number> = {}
  for (const [kind, count] of counts) sums[kind] = (sums[kind] ?? 0) + count
  return sums
}

/** The person is recorded as a keyed hash: nothing is ever erased from the audit log. */
const toAuditedChange = ({ runtime, tenantId }: PersonCall, { mark, text }: PersonSearch, after: object) => ({
  kind: 'person',
  id: runtime.sealer.fingerprint(`person:${tenantId}:${mark}`, text).toString('hex').slice(0, 32),
  before: null,
  after: { by: mark, ...after },
})
