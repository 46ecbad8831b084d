/** A person other than the creator approves transfers; no event. */
import { type Answer, type Call, ok } from '../../access/endpoint.ts'
import type { Accountable } from '../../access/four-eyes.ts'
import { isoTime } from '../../core/clock.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { findItemFault, toSourceFacts } from '../creation/validate-item.ts'
import { whyNotApprovable } from '../model/step-eligibility.ts'
import { APPROVED, approveTransferRows, findBindingPeople, type LockedTransfer } from '../model/step-store.ts'
import type { TransferServices } from '../model/transfer-services.ts'
import { findSourceAccounts } from '../source-accounts/source-account-lookup.ts'
import { auditedStepChanges, lockAndCheckSteps, type SortedSteps } from './lock-and-check.ts'
import { type ApproveBody, parseApprovals } from './step-requests.ts'

export type ApproveCall = Call<unknown, unknown, ApproveBody>

export const approveRequested = (services: Pick<TransferServices, 'runtime'>, call: ApproveCall): Promise<Answer> => {
  const asked = parseApprovals(call.body)
  const { tenantId, principal } = call
  const nowMs = services.runtime.clock.ms()
  return call.inTx(async (tx) => {
    const named = asked.flatMap(({ sourceAccountId }) => sourceAccountId ?? [])
    const bindings = await findBindingPeople(tx, tenantId, named)
    const sorted = await lockAndCheckSteps(tx, call, asked, (transfer, { sourceAccountId }) =>
      whyNotApprovable(withAccountBinder(transfer, bindings.get(sourceAccountId ?? '')), principal.accountable),
    )
    await checkReplacementAccounts(tx, tenantId, sorted, nowMs)
    const now = isoTime(nowMs)
    await approveTransferRows(
      tx,
      { tenantId, actor: principal.subject, now },
      sorted.eligible.map(({ asked: { id, note, sourceAccountId } }) => ({
        id,
        sourceAccountId,
        step: { to: APPROVED, at: nowMs, actor: principal.subject, ...(note === null ? {} : { note }) },
      })),
    )
    const body = {
      approved: sorted.eligible.map(({ asked: { id } }) => ({ id, status: APPROVED, validate_date: now })),
      skipped: sorted.skipped,
      total_approved: sorted.eligible.length,
    }
    const change = auditedStepChanges(sorted, () => ({ status: APPROVED, approved_by: principal.subject }))
    return { ...ok(body), change }
  })
}

/** The person who bound the replacement account counts as an initiator, too. */
const withAccountBinder = (transfer: LockedTransfer, people: Accountable = []): LockedTransfer => ({
  ...transfer,
  made_people: [...transfer.made_people, ...people],
})

/** Another account pays, so the rules for creating the transfer apply to it as well. */
const checkReplacementAccounts = async (
  tx: Tx,
  tenantId: string,
  { eligible }: SortedSteps,
  nowMs: number,
): Promise<void> => {
  const named = eligible.filter(({ asked }) => asked.sourceAccountId !== null)
  if (named.length === 0) return
  const ids = [...new Set(named.map(({ asked }) => asked.sourceAccountId as string))]
  const accounts = new Map((await findSourceAccounts(tx, tenantId, ids)).map((account) => [account.id, account]))
  for (const { asked, transfer } of named) {
    const account = accounts.get(asked.sourceAccountId as string)
    const { request_type: transfer_type, amount: value, currency: currency_code } = transfer
    const item = { transfer_type, amount: { value, currency_code } }
    const fault = findItemFault(item, account && toSourceFacts(account), transfer, nowMs)
    if (fault === null) continue
    throw new Problem('source_account_not_found', {
      detail: phrase`connector_account_id ${asked.sourceAccountId as string} cannot pay ${transfer.id} (${fault.code}): ${fault.message}.`,
    })
  }
}
