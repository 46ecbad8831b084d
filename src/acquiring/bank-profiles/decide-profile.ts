/** POST .../bank-profiles/{id}/confirm and /reject: a second person decides on a change of how the bank knows a merchant. */
import { type Call, type Endpoint, endpoint, noContent } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { Change } from '../changelog/changelog.ts'
import { writeTenantBanks } from '../connectors/connector-operation.ts'
import { checkPending } from '../waiting-routing-change.ts'
import { DecideProfile, OfProfile } from './bank-profile-schemas.ts'
import { type BankProfileRow, deleteProfile, type PendingProfile, replaceProfile } from './bank-profile-store.ts'
import { applyPending } from './pending-profile.ts'
import { buildProfileChange, requireProfile } from './profile-change.ts'

const shared = {
  method: 'POST',
  tag: 'MerchantBankProfiles',
  allow: 'admin',
  params: OfProfile,
  body: DecideProfile,
  answers: { 204: null },
} as const

export const confirmBankProfile: Endpoint = endpoint({
  ...shared,
  path: '/api/v1/merchants/:merchant_id/bank-profiles/:id/confirm',
  summary: 'Confirm a change of a bank profile',
  description:
    'By another accountable person than the one who asked for it. The next payment goes with the new values.',
  fourEyes: 'decide',
  errors: ['conflict', 'four_eyes_violation'],
  handle: (call) =>
    decide(call, async (tx, before, pending, now) => {
      call.checkFourEyes(phrase`change`, { create: before.pending_people ?? null })
      const after = applyPending(before, pending)
      const decided = { ...(after ?? before), pending: null, pending_by: null, confirmed_by: call.principal.subject }
      // A removal is written too: the database compares the people of rows that are written, not of rows that are deleted.
      await replaceProfile(tx, before, decided, now)
      if (after === null) await deleteProfile(tx, before)
      return {
        ...buildProfileChange('confirmed', pending.action === 'create' ? null : before, after),
        entityId: before.id,
      }
    }),
})

export const rejectBankProfile: Endpoint = endpoint({
  ...shared,
  path: '/api/v1/merchants/:merchant_id/bank-profiles/:id/reject',
  summary: 'Reject a change of a bank profile',
  description: 'Also by whoever asked for it. What counted goes on; a new profile is deleted.',
  errors: ['conflict'],
  handle: (call) =>
    decide(call, async (tx, before, pending, now) => {
      if (pending.action === 'create') await deleteProfile(tx, before)
      else await replaceProfile(tx, before, { ...before, pending: null, pending_by: null, confirmed_by: null }, now)
      return buildProfileChange('rejected', before, before)
    }),
})

const decide = (
  call: Pick<Call<{ merchant_id: string; id: string }, unknown, { change_id: string }>, 'params' | 'body'> &
    Parameters<typeof writeTenantBanks>[0],
  step: (tx: Tx, before: BankProfileRow, pending: PendingProfile, now: Date) => Promise<Change>,
) =>
  writeTenantBanks(call, async (tx, now) => {
    const { params, tenantId, body } = call
    const before = await requireProfile(tx, { tenantId, merchantId: params.merchant_id, id: params.id })
    const change = await step(tx, before, checkPending(before, body.change_id), now)
    return { answer: noContent(), changes: [{ ...change, note: `requested by ${before.pending_by}` }] }
  })
