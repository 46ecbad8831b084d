/**
 * Asks the bank, before a transfer is sent, whether it has the order already: after a restore a transfer that was made again
 * looks like a new one here. The order that the bank has is recorded as the outcome of this transfer.
 */
import type { Exchange } from '../../connectors/attempt.ts'
import type { TransferObservation, TransferOrder } from '../../connectors/transfer-bank.ts'
import { money } from '../../core/money.ts'
import { noteFinding } from '../../infra/database/promotions/restore-findings.ts'
import type { LostPeriod } from '../../infra/database/promotions/restores.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { ServingBank } from '../bank/transfer-order.ts'
import { GENERATIONS, readGeneration, toTransferReference, withGeneration } from '../model/transfer-reference.ts'
import { findNamedTransfers, insertTransferReference } from '../model/transfer-reference-store.ts'
import type { DispatchServices } from './dispatch-services.ts'
import type { DueTransfer } from './due-transfers.ts'

type Services = Pick<DispatchServices, 'runtime' | 'connectors'>

interface Asked {
  readonly transfer: DueTransfer
  readonly at: ServingBank
  readonly order: TransferOrder
}

type Place = Pick<DueTransfer, 'key_reference' | 'attempt_no'>

/** The bank's response, under the reference by which it knows the transfer. */
export interface Recalled {
  readonly transfer: DueTransfer
  readonly observation: Exclude<TransferObservation, { kind: 'not_found' }>
  readonly exchanges: readonly Exchange[]
}

/** An attempt, or a further transfer with the same external id, follows only one before it: so many unknown ones in a row end the search. */
const GAP_MAX = 2
/** More than any transfer takes: it ends the questions to a bank that claims to have refused everything. */
const ATTEMPTS_MAX = 99

/** Returns undefined if the transfer is to be sent. With `no_answer` it is not, and is asked about again. */
export const recallTransfer = async (
  services: Services,
  period: LostPeriod,
  asked: Asked,
): Promise<Recalled | undefined> => {
  const found = await findLostOrder(services, period, asked)
  if (found === undefined || found.observation.kind === 'no_answer')
    return found && { ...found, transfer: asked.transfer }
  const transfer = { ...asked.transfer, ...found.place }
  // If another process has taken it over, nothing is adopted, and no step of this one is recorded.
  if (!(await adopt(services, period, asked.transfer, transfer))) return { ...found, transfer: asked.transfer }
  services.runtime.log.warn('restore.transfer_found', {
    transfer_id: transfer.id,
    reference: toTransferReference(transfer, transfer.attempt_no),
    observed: found.observation.kind,
  })
  return { ...found, transfer }
}

type Found = Omit<Recalled, 'transfer'> & { readonly place: Place }

const findLostOrder = async (services: Services, period: LostPeriod, asked: Asked): Promise<Found | undefined> => {
  const { key_reference: own, created } = asked.transfer
  // Only a transfer of the backup can have been sent, if nothing outside names it.
  if (own === null) return created.getTime() < period.untilMs ? findAttempt(services, asked, null) : undefined
  let refused: Found | undefined
  for (let generation = readGeneration(own), unknown = 0; unknown < GAP_MAX && generation < GENERATIONS; generation++) {
    const key_reference = withGeneration(own, generation)
    const found = await findAttempt(services, asked, key_reference)
    unknown = found === undefined ? unknown + 1 : 0
    if (found === undefined || (await isOfAnotherTransfer(services, asked.transfer, key_reference))) continue
    if (found.observation.kind !== 'declined') return found
    if (key_reference === own) refused = found
  }
  return refused
}

/** Returns the last attempt under one reference that the bank knows, the first of them that moved money, or a silence. */
const findAttempt = async (
  services: Services,
  asked: Asked,
  key_reference: string | null,
): Promise<Found | undefined> => {
  let last: Found | undefined
  const first = key_reference === null ? asked.transfer.attempt_no : 1
  for (let attempt_no = first, unknown = 0; unknown < GAP_MAX && attempt_no < first + ATTEMPTS_MAX; attempt_no++) {
    const place = { key_reference, attempt_no }
    const reference = toTransferReference({ ...asked.transfer, key_reference }, attempt_no)
    const { observation, exchanges } = await services.connectors.inquireAs(
      asked.at.connector,
      { ...asked.order, reference },
      (order, context) => asked.at.bank.inquire(order, context),
    )
    if (observation.kind === 'not_found') {
      unknown++
      continue
    }
    unknown = 0
    last = { observation, exchanges, place }
    if (observation.kind !== 'declined') return last
  }
  return last
}

const isOfAnotherTransfer = async (
  { runtime }: Services,
  { tenant_id, id }: DueTransfer,
  key_reference: string,
): Promise<boolean> => {
  const reference = toTransferReference({ id, key_reference }, 1)
  const named = await runtime.db.transaction({ of: tenant_id, mode: 'read' }, (tx) =>
    findNamedTransfers(tx, tenant_id, [reference]),
  )
  return (named.get(reference)?.transferId ?? id) !== id
}

/** Gives the row the reference under which its bank knows it; of two processes, the one with the lease does. */
const adopt = async (
  { runtime }: Services,
  period: LostPeriod,
  { tenant_id, id, fencing }: DueTransfer,
  { key_reference, attempt_no, amount, currency }: DueTransfer,
): Promise<boolean> =>
  runtime.db.transaction({ of: tenant_id }, async (tx) => {
    const adopted = await tx.execute(
      sql`update transfers set key_reference = ${key_reference}, attempt_no = ${attempt_no}
        where tenant_id = ${tenant_id} and id = ${id} and fencing = ${fencing} and status = 'processing'`,
    )
    if (adopted === 0) return false
    if (key_reference !== null) await insertTransferReference(tx, { tenant_id, key_reference, transfer_id: id })
    const reference = toTransferReference({ id, key_reference }, attempt_no)
    await noteFinding(
      tx,
      {
        tenantId: tenant_id,
        restoreId: period.restoreId,
        kind: 'transfer',
        reference,
        foundBy: 'repeat',
        outcome: 'known_again',
        subjectId: id,
        amount: money(amount, currency),
      },
      runtime.clock.now(),
    )
    return true
  })
