/**
 * Asks the bank, before a transfer is sent, whether it has the order already: after a restore a transfer that was made again
 * looks like a new one here. The order that the bank has is recorded as the outcome of this transfer.
 */
import type { Exchange } from '../../connectors/attempt.ts'
import type { TransferObservation, TransferOrder } from '../../connectors/transfer-bank.ts'
import { money } from '../../core/money.ts'
import { noteFinding, type RestoreFinding } from '../../infra/database/promotions/restore-findings.ts'
import type { LostPeriod } from '../../infra/database/promotions/restores.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { ServingBank } from '../bank/transfer-order.ts'
import { GENERATIONS, toTransferReference, withGeneration } from '../model/transfer-reference.ts'
import { findLastGeneration, moveTransferReference } from '../model/transfer-reference-store.ts'
import type { DispatchServices } from './dispatch-services.ts'
import type { DueTransfer } from './due-transfers.ts'
import { RETRIES_MOST } from './read-transfer-outcome.ts'

type Services = Pick<DispatchServices, 'runtime' | 'connectors'>

/** Stored code of a transfer that failed because its bank has another order under its external id. */
export const OTHER_ORDER = 'duplicate_external_id'

interface Asked {
  readonly transfer: DueTransfer
  readonly at: ServingBank
  readonly order: TransferOrder
}

type Place = Pick<DueTransfer, 'key_reference' | 'attempt_no'>

/** The bank's response, under the reference by which it knows the transfer. */
export interface Recalled {
  readonly transfer: DueTransfer
  /** The bank has another order under the transfer's external id, or does not tell that it is this one: nothing is sent. */
  readonly isOther: boolean
  readonly observation: Exclude<TransferObservation, { kind: 'not_found' }>
  readonly exchanges: readonly Exchange[]
}

/**
 * A bank knows nothing of an attempt that was not sent, that it refused for the moment, or that was taken back. From one that
 * it knows to the next there are never more than a transfer may have, so they are asked about together.
 */
const ATTEMPTS_MAX = RETRIES_MOST + 1
/** More than any transfer takes: it ends the questions to a bank that claims to have refused everything. */
const ROUNDS_MAX = 9
/** A transfer with the same key may have failed without its bank: so many unknown ones in a row end the search where no statement names a later one. */
const GENERATIONS_GAP = 3

/** Returns undefined if the transfer is to be sent. With `no_answer` it is not, and is asked about again. */
export const recallTransfer = async (
  services: Services,
  period: LostPeriod,
  asked: Asked,
): Promise<Recalled | undefined> => {
  const found = await findLostOrder(services, period, asked)
  if (found === undefined || found.observation.kind === 'no_answer')
    return found && { ...found, transfer: asked.transfer, isOther: false }
  if (found.place.key_reference !== null && isOtherOrder(found.observation)) {
    await listOther(services, period, { ...asked.transfer, ...found.place })
    return { ...found, transfer: asked.transfer, isOther: true }
  }
  const transfer = { ...asked.transfer, ...found.place }
  // If another process has taken it over, nothing is adopted, and no step of this one is recorded.
  if (!(await adopt(services, period, asked.transfer, transfer)))
    return { ...found, transfer: asked.transfer, isOther: false }
  services.runtime.log.warn('restore.transfer_found', {
    transfer_id: transfer.id,
    reference: toTransferReference(transfer, transfer.attempt_no),
    observed: found.observation.kind,
  })
  return { ...found, transfer, isOther: false }
}

/** A refused order moved nothing, so it counts as another one only if the bank tells another receiver. */
const isOtherOrder = (observation: Recalled['observation']): boolean => {
  switch (observation.kind) {
    case 'other_amount':
      return true
    case 'declined':
      return observation.receiver === 'other'
    case 'no_answer':
      return false
    default:
      return observation.receiver !== 'same'
  }
}

/**
 * A process that died while it asked about a transfer before sending it has left the transfer as if it was sent. Returns
 * whether its bank has an order for another receiver in its place, which is listed.
 */
export const listOtherReceiver = async (
  services: Pick<Services, 'runtime'>,
  transfer: DueTransfer,
  observation: TransferObservation,
): Promise<boolean> => {
  const lost = services.runtime.restores.askBanksFrom(transfer.tenant_id)
  const isOther = 'receiver' in observation && observation.receiver === 'other' && transfer.status === 'processing'
  if (lost === null || !isOther) return false
  await listOther(services, lost, transfer)
  return true
}

/** Lists the order of the bank for people, until a transfer is made again as the bank has it. */
const listOther = (
  { runtime }: Pick<Services, 'runtime'>,
  period: LostPeriod,
  transfer: DueTransfer,
): Promise<number> =>
  runtime.db.transaction({ of: transfer.tenant_id }, (tx) =>
    noteFinding(tx, { ...toFinding(period, transfer), outcome: 'listed' }, runtime.clock.now()),
  )

const toFinding = (
  { restoreId }: LostPeriod,
  { tenant_id: tenantId, id, key_reference, attempt_no, amount, currency }: DueTransfer,
): Omit<RestoreFinding, 'outcome'> => ({
  tenantId,
  restoreId,
  kind: 'transfer',
  reference: toTransferReference({ id, key_reference }, attempt_no),
  foundBy: 'repeat',
  subjectId: id,
  amount: money(amount, currency),
})

type Found = Omit<Recalled, 'transfer' | 'isOther'> & { readonly place: Place }

const findLostOrder = async (services: Services, period: LostPeriod, asked: Asked): Promise<Found | undefined> => {
  const { key_reference: own, created } = asked.transfer
  // Only a transfer of the backup can have been sent, if nothing outside names it.
  if (own === null) return created.getTime() < period.untilMs ? findAttempt(services, asked, null) : undefined
  const last = await services.runtime.db.transaction({ of: asked.transfer.tenant_id, mode: 'read' }, (tx) =>
    findLastGeneration(tx, asked.transfer.tenant_id, own),
  )
  let refused: Found | undefined
  for (let generation = 0, unknown = 0; generation < GENERATIONS; generation++) {
    if (generation > last && unknown >= GENERATIONS_GAP) break
    const key_reference = withGeneration(own, generation)
    const found = await findAttempt(services, asked, key_reference)
    unknown = found === undefined ? unknown + 1 : 0
    if (found === undefined || (await isOfAnotherTransfer(services, asked.transfer, key_reference))) continue
    if (found.observation.kind !== 'declined') return found
    // The refusal of an earlier attempt of this row is recorded already.
    if (key_reference === own && found.place.attempt_no >= asked.transfer.attempt_no) refused = found
  }
  return refused
}

/** Returns the attempt under one reference that moved money, a silence, or the last one that the bank refused. */
const findAttempt = async (
  services: Services,
  asked: Asked,
  key_reference: string | null,
): Promise<Found | undefined> => {
  const first = key_reference === null ? asked.transfer.attempt_no : 1
  let refused: Found | undefined
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const attempts = Array.from({ length: ATTEMPTS_MAX }, (_, at) => first + round * ATTEMPTS_MAX + at)
    const seen = await Promise.all(
      attempts.map((attempt_no) => askAbout(services, asked, { key_reference, attempt_no })),
    )
    const known = seen.filter((each) => each !== undefined)
    const open = known.filter(({ observation }) => observation.kind !== 'declined')
    if (open.length > 0) return open.find(({ observation }) => observation.kind !== 'no_answer') ?? open[0]
    if (known.length === 0) break
    refused = known.at(-1)
  }
  return refused
}

const askAbout = async (services: Services, asked: Asked, place: Place): Promise<Found | undefined> => {
  const reference = toTransferReference({ ...asked.transfer, ...place }, place.attempt_no)
  const { observation, exchanges } = await services.connectors.inquireAs(
    asked.at.connector,
    { ...asked.order, reference },
    (order, context) => asked.at.bank.inquire(order, context),
  )
  return observation.kind === 'not_found' ? undefined : { observation, exchanges, place }
}

/** One that failed because the bank has another order under the reference gives it up. */
const isOfAnotherTransfer = async (
  { runtime }: Services,
  { tenant_id, id }: DueTransfer,
  key_reference: string,
): Promise<boolean> =>
  runtime.db.transaction({ of: tenant_id, mode: 'read' }, async (tx) => {
    const rows = await tx.query(
      sql`select 1 from transfer_references r join transfers t on t.tenant_id = r.tenant_id and t.id = r.transfer_id
        where r.tenant_id = ${tenant_id} and r.key_reference = ${key_reference} and t.id <> ${id} and t.error_code is distinct from ${OTHER_ORDER}`,
    )
    return rows.length > 0
  })

/** Gives the row the reference under which its bank knows it; of two processes, the one with the lease does. */
const adopt = async (
  { runtime }: Services,
  period: LostPeriod,
  { tenant_id, id, fencing }: DueTransfer,
  transfer: DueTransfer,
): Promise<boolean> =>
  runtime.db.transaction({ of: tenant_id }, async (tx) => {
    const { key_reference, attempt_no } = transfer
    const adopted = await tx.execute(
      sql`update transfers set key_reference = ${key_reference}, attempt_no = ${attempt_no}
        where tenant_id = ${tenant_id} and id = ${id} and fencing = ${fencing} and status = 'processing'`,
    )
    if (adopted === 0) return false
    if (key_reference !== null) await moveTransferReference(tx, { tenant_id, key_reference, transfer_id: id })
    await noteFinding(tx, { ...toFinding(period, transfer), outcome: 'known_again' }, runtime.clock.now())
    return true
  })
