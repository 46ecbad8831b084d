/** POST fraud/blacklist: a value is refused from the next payment or transfer on. */
import { created, type Endpoint, endpoint } from '../../access/endpoint.ts'
import { newId } from '../../core/id.ts'
import { Problem } from '../../core/problem.ts'
import { checkOwner, ownerNamed, ownOf, writeOwned } from './resource-owner.ts'
import { blacklistPurpose } from '../blacklist/blacklist.ts'
import { changeOf, entryBody, PATHS, type Side, TAGS } from './blacklist-route-scope.ts'
import { BlacklistEntry, CreateBlacklistEntry, type NewEntry } from '../blacklist/blacklist-entry-schemas.ts'
import { deleteExpired, insertEntry, type NewEntryRow } from '../blacklist/blacklist-entry-store.ts'
import { readValue, refuseField, refuseValueIn } from '../blacklist/parse-entry-value.ts'

export const createEntry = (side: Side): Endpoint =>
  endpoint({
    method: 'POST',
    path: PATHS[side],
    tag: TAGS[side],
    summary: 'Add a blacklist entry',
    description:
      'The value is kept as a keyed hash: no answer shows it again. In force for every payment and transfer that follows. ' +
      'The same value may be on a list once; one that has expired makes room.',
    allow: side === 'platform' ? 'platform' : 'analyst',
    body: CreateBlacklistEntry,
    answers: { 201: BlacklistEntry },
    errors: ['conflict', 'validation_failed'],
    handle(call) {
      const { body, house } = call
      const now = house.clock.now()
      const owner = side === 'platform' ? ownerNamed(body, 'an entry') : ownOf(call.tenantId, body)
      const row: NewEntryRow = {
        ...textsOf(body, (form, text) => house.sealer.fingerprint(blacklistPurpose(form), text)),
        tenant_id: owner,
        id: newId(now.getTime()),
        entry_type: body.entry_type,
        expires_at: expiryOf(body, now),
        created: now,
      }
      return writeOwned(call, { owner, topic: 'fraud_blacklist' }, async (tx) => {
        await checkOwner(tx, owner)
        const expired = await deleteExpired(tx, row, now)
        if (!(await insertEntry(tx, row))) throw valueTaken()
        const gone = expired.map((each) => changeOf(each, null, now.getTime()))
        const change = [...gone, changeOf(null, row, now.getTime())]
        return { ...created(entryBody(row, now.getTime())), change }
      })
    },
  })

const textsOf = (
  { entry_type, value, display_value, reason }: NewEntry,
  hashed: (form: string, text: string) => Buffer,
): Pick<NewEntryRow, 'form' | 'value_hash' | 'pattern' | 'display_value' | 'reason'> => {
  const read = readValue(entry_type, value)
  if (display_value) refuseValueIn('display_value', display_value, entry_type, read)
  if (reason) refuseValueIn('reason', reason, entry_type, read)
  return {
    form: read.form,
    value_hash: hashed(read.form, read.text),
    pattern: read.pattern,
    display_value: display_value || read.shown,
    reason: reason || null,
  }
}

const expiryOf = ({ expires_at }: NewEntry, now: Date): Date | null => {
  if (expires_at === undefined) return null
  const expiry = new Date(expires_at)
  if (expiry <= now) refuseField('expires_at', 'out_of_range', 'must lie in the future')
  return expiry
}

const valueTaken = (): Problem =>
  new Problem('conflict', {
    detail: 'This value is on the list already; delete that entry first to change it.',
    errors: [{ field: 'value', code: 'conflict', message: 'is on the list already' }],
  })
