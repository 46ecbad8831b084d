/** POST fraud/blacklist: a value is refused from the next payment or transfer on. */
import { created, type Endpoint, endpoint } from '../../access/endpoint.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { blacklistHashPurpose } from '../blacklist/blacklist.ts'
import { BlacklistEntry, CreateBlacklistEntry, type NewEntry } from '../blacklist/blacklist-entry-schemas.ts'
import { deleteExpired, insertEntry, type NewEntryRow } from '../blacklist/blacklist-entry-store.ts'
import {
  auditedEntryChange,
  BLACKLIST_PATHS,
  BLACKLIST_TAGS,
  type BlacklistRouteScope,
  toEntryResponse,
} from '../blacklist/blacklist-route-scope.ts'
import { checkValueNotRevealed, parseEntryValue, throwFieldProblem } from '../blacklist/parse-entry-value.ts'
import { checkOwner, ownerForTenant, ownerNamedByPlatform, writeAsOwner } from '../rules/resource-owner.ts'

export const createBlacklistEntry = (routes: BlacklistRouteScope): Endpoint =>
  endpoint({
    method: 'POST',
    path: BLACKLIST_PATHS[routes],
    tag: BLACKLIST_TAGS[routes],
    summary: 'Add a blacklist entry',
    description:
      'The value is kept as a keyed hash: no answer shows it again. In force for every payment and transfer that follows. ' +
      'The same value may be on a list once; one that has expired makes room.',
    allow: routes === 'platform' ? 'platform' : 'analyst',
    effect: 'stops',
    body: CreateBlacklistEntry,
    answers: { 201: BlacklistEntry },
    errors: ['conflict', 'validation_failed'],
    handle(call) {
      const { body, runtime } = call
      const now = runtime.clock.now()
      const owner =
        routes === 'platform' ? ownerNamedByPlatform(body, phrase`an entry`) : ownerForTenant(call.tenantId, body)
      const row: NewEntryRow = {
        ...toHashedValue(body, (form, text) => runtime.sealer.fingerprint(blacklistHashPurpose(form), text)),
        tenant_id: owner,
        id: newId(now.getTime()),
        entry_type: body.entry_type,
        expires_at: parseExpiry(body, now),
        created: now,
      }
      return writeAsOwner(call, { owner, topic: 'fraud_blacklist' }, async (tx) => {
        await checkOwner(tx, owner)
        const expired = await deleteExpired(tx, row, now)
        if (!(await insertEntry(tx, row))) throw valueAlreadyListed()
        const gone = expired.map((each) => auditedEntryChange(each, null, now.getTime()))
        const change = [...gone, auditedEntryChange(null, row, now.getTime())]
        return { ...created(toEntryResponse(row, now.getTime())), change }
      })
    },
  })

const toHashedValue = (
  { entry_type, value, display_value, reason }: NewEntry,
  hashed: (form: string, text: string) => Buffer,
): Pick<NewEntryRow, 'form' | 'value_hash' | 'pattern' | 'display_value' | 'reason'> => {
  const read = parseEntryValue(entry_type, value)
  if (display_value) checkValueNotRevealed('display_value', display_value, entry_type, read)
  if (reason) checkValueNotRevealed('reason', reason, entry_type, read)
  return {
    form: read.form,
    value_hash: hashed(read.form, read.text),
    pattern: read.pattern,
    display_value: display_value || read.shown,
    reason: reason || null,
  }
}

const parseExpiry = ({ expires_at }: NewEntry, now: Date): Date | null => {
  if (expires_at === undefined) return null
  const expiry = new Date(expires_at)
  if (expiry <= now) throwFieldProblem('expires_at', 'out_of_range', phrase`must lie in the future`)
  return expiry
}

const valueAlreadyListed = (): Problem =>
  new Problem('conflict', {
    detail: phrase`This value is on the list already; delete that entry first to change it.`,
    errors: [{ field: 'value', code: 'conflict', message: phrase`is on the list already` }],
  })
