/**
 * Both operations work for half a second per call and return where they stopped, so they are called until they are
 * done.
 */
import type { PersonErasure, PersonExport, PersonRequest } from '../../../../sdk/src/generated/identity.ts'
import { call } from '../../api/call.ts'
import { postTenantsMePersonDataErase, postTenantsMePersonDataExport } from '../../generated/operations.ts'

export type Person = Pick<PersonRequest, 'email' | 'identity_number'>

export const exportPerson = async (person: Person): Promise<PersonExport['records']> => {
  const records: PersonExport['records'] = []
  let position: string | null = null
  do {
    const answer: PersonExport = await call(postTenantsMePersonDataExport, {
      body: { ...person, ...(position === null ? {} : { position }) },
    })
    records.push(...answer.records)
    position = answer.is_complete ? null : answer.position
  } while (position !== null)
  return records
}

export type Erased = Pick<PersonErasure, 'erased' | 'kept'>

export const erasePerson = async (person: Person): Promise<Erased> => {
  const erased = new Map<PersonErasure['erased'][number]['kind'], number>()
  const kept = new Map<string, PersonErasure['kept'][number]>()
  let position: string | null = null
  do {
    const answer: PersonErasure = await call(postTenantsMePersonDataErase, {
      body: { ...person, ...(position === null ? {} : { position }) },
    })
    for (const { kind, count } of answer.erased) erased.set(kind, (erased.get(kind) ?? 0) + count)
    for (const each of answer.kept) {
      const key = `${each.kind} ${each.reason}`
      kept.set(key, { ...each, count: (kept.get(key)?.count ?? 0) + each.count })
    }
    position = answer.is_complete ? null : answer.position
  } while (position !== null)
  return { erased: [...erased].map(([kind, count]) => ({ kind, count })), kept: [...kept.values()] }
}
