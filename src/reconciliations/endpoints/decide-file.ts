/**
 * GET /api/v1/reconciliations/files, and what a person decides about a file: a second person confirms it, or rejects
 * one that is in use.
 */
import { type Static, Type } from 'typebox'
import { ownMerchantId } from '../../access/callers/request-merchant.ts'
import { type AuditedChange, type Call, type Endpoint, endpoint, ok, type Principal } from '../../access/endpoint.ts'
import { checkCredentialConfirmed, checkFourEyes, isUnattributed } from '../../access/four-eyes.ts'
import { decidingPeople } from '../../access/waits-for.ts'
import { toPage } from '../../core/pagination.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { described, Uuid } from '../../core/schema.ts'
import type { Tx } from '../../infra/database/database.ts'
import { type FollowUpServices, followUp } from '../follow-up/follow-up.ts'
import { claimPlace, lockUnfinished, withdraw } from '../intake/day-place.ts'
import { matchReconciliation } from '../matching/match.ts'
import { BankFile, BankFilePage, FileQuery, RejectFile, toFileView } from '../model/bank-file-schemas.ts'
import { askRejection, confirmFile } from '../model/file-decision-store.ts'
import { type FileRow, pageOfFiles, queueDay, requireFile } from '../model/file-store.ts'

const PATH = '/api/v1/reconciliations/files'
const DECIDES = 'admin'
const shared = { tag: 'Reconciliations', product: 'reconciliation' } as const
const deciding = {
  ...shared,
  method: 'POST',
  allow: DECIDES,
  params: Type.Object({ id: described(Uuid, 'Id of the bank file, as the list shows it.') }),
  answers: { 200: BankFile },
} as const

const listBankFiles: Endpoint = endpoint({
  ...shared,
  method: 'GET',
  path: PATH,
  summary: 'List banks’ files',
  description:
    'Newest first, with who sent each and who vouches for it. `waits_for=me`: what the caller may confirm, or reject as the second person.',
  allow: 'pos-read',
  query: FileQuery,
  answers: { 200: BankFilePage },
  handle: async ({ query, tenantId, principal, read }) => {
    const people = decidingPeople(query, principal, 'cards', { allow: DECIDES })
    if (people === null || ownMerchantId(principal) !== null) return ok(toPage([], 0, query))
    return read(async (tx) => {
      const wanted = { tenantId, people, reconciliationId: query.reconciliation_id, statuses: query.status }
      const { rows, total } = await pageOfFiles(tx, wanted, query)
      return ok(toPage(rows.map(toFileView), total, query))
    })
  },
})

const confirm = (services: FollowUpServices): Endpoint =>
  endpoint({
    ...deciding,
    path: `${PATH}/:id/confirm`,
    summary: 'Confirm that a file is the bank’s',
    description:
      'By another accountable person than sent it, or made the key that did, after comparing it with what the bank shows. From then on it counts as the bank’s word; other files of its day that wait are set aside.',
    fourEyes: 'decide',
    errors: ['conflict', 'invalid_state_transition', 'four_eyes_violation'],
    async handle(given) {
      const call = given as Call<{ id: string }>
      const { tenantId, principal } = call
      let compared: string | null = null
      const answer = await call.inTx(async (tx) => {
        const before = await lockInUse(tx, tenantId, call.params.id)
        compared = before.reconciliation_id
        call.checkFourEyes(phrase`bank’s file`, { create: before.sent_people })
        if (before.confirmed_by !== null || before.origin === 'folder')
          throw new Problem('invalid_state_transition', { detail: phrase`Somebody vouches for this file already.` })
        await claimPlace(tx, { ...before, is_vouched: true, confirmed_by: principal.subject }, principal.subject)
        await confirmFile(tx, before, { by: principal.subject, people: principal.accountable })
        return answerOf(tx, before)
      })
      if (compared !== null) await followUp(services, tenantId, compared) // its content takes effect from now on
      return answer
    },
  })

const reject = endpoint({
  ...deciding,
  path: `${PATH}/:id/reject`,
  summary: 'Reject a file',
  description:
    'While its reconciliation is not finalized. One that waits by anybody, also by whoever sent it; one that counts by two people: the first one only asks (`awaits`), the second one says the same. Then its reconciliation is cancelled, and its day is free for another file. The same bytes can be sent again.',
  body: RejectFile,
  isBodyOptional: true,
  errors: ['conflict', 'invalid_state_transition', 'four_eyes_violation'],
  async handle(given) {
    const call = given as Call<{ id: string }, unknown, Static<typeof RejectFile>>
    const { tenantId, principal, body, runtime } = call
    let compared: string | null = null
    const answer = await call.inTx(async (tx) => {
      const before = await lockInUse(tx, tenantId, call.params.id)
      const by = principal.subject
      const reason = body.reason ?? before.rejecting_reason
      if (isRejectedNow(before, principal)) {
        compared = before.reconciliation_id
        await withdraw(tx, before, { as: 'rejected', by, reason, replacedBy: null })
      } else {
        await lockUnfinished(tx, before)
        await askRejection(tx, before, { by, reason })
      }
      return answerOf(tx, before)
    })
    if (compared !== null) await matchReconciliation(runtime.db, tenantId, compared)
    return answer
  },
})

/**
 * Returns false if the file is in use and this is the first request to reject it, or if a person of the tenant repeats
 * the request of a platform key. Throws if the same person repeats it.
 */
const isRejectedNow = ({ is_vouched, rejecting_by, rejecting_people }: FileRow, by: Principal): boolean => {
  if (!is_vouched) return true
  if (rejecting_by === null) return false
  if (isUnattributed(rejecting_people, by)) return false
  checkCredentialConfirmed(by)
  checkFourEyes(phrase`bank’s file`, 'decide', by.accountable, { create: rejecting_people })
  return true
}

const lockInUse = async (tx: Tx, tenantId: string, id: string): Promise<FileRow> => {
  await queueDay(tx, tenantId, await requireFile(tx, tenantId, id))
  const file = await requireFile(tx, tenantId, id, 'for update of f')
  if (file.status === 'taken') return file
  throw new Problem('invalid_state_transition', {
    detail: phrase`The file is ${file.status}; this needs one that was taken.`,
  })
}

const answerOf = async (tx: Tx, before: FileRow) => {
  const after = await requireFile(tx, before.tenant_id, before.id)
  const change: AuditedChange = {
    kind: 'bank_file',
    id: after.id,
    before: toFileView(before),
    after: toFileView(after),
  }
  return { ...ok(toFileView(after)), change }
}

export const fileDecisions = (services: FollowUpServices): Endpoint[] => [listBankFiles, confirm(services), reject]
