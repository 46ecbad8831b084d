/** Applies a line of a bank's file about a chargeback: opened, or given back to the merchant. */
import { type Accountable, isSamePerson } from '../access/four-eyes.ts'
import { Problem } from '../core/problem.ts'
import type { Tx } from '../infra/database/database.ts'
import type { Config } from '../infra/process/config.ts'
import { lockPayments } from '../payments/model/operation-store.ts'
import { isEndedByTwo } from './chargeback-settings.ts'
import { type ChargebackRow, findLastOfPayment, isWon } from './chargeback-store.ts'
import { type BankNotice, recordFromBank } from './record-chargeback.ts'
import { updateStatus } from './update-chargeback-status.ts'

interface FileNotice
  extends Pick<
    BankNotice,
    'tenantId' | 'paymentId' | 'amount' | 'currency' | 'bankReference' | 'correlationId' | 'nowMs'
  > {
  readonly kind: 'opened' | 'reversed'
  /** Configuration of the bank that sent the file. */
  readonly configurationId: string
  /** The key that sent the file, and those who know its secret; null: the bank itself, or a second person confirmed the file. */
  readonly saidBy: { readonly subject: string; readonly accountable: Accountable } | null
}

/** `known`: the notice was already applied; `asked`: it waits for a second person. */
type TakenNotice = { done: 'opened' | 'won' | 'asked' | 'known' } | { done: 'refused'; why: string }

/** Applies a notice once, even if it arrives again. A refusal has written nothing. Wake the deliveries after the commit. */
export const receiveBankNotice = async (
  tx: Tx,
  notice: FileNotice,
  config: Pick<Config, 'env'>,
): Promise<TakenNotice> => {
  try {
    const { tenantId, paymentId, configurationId } = notice
    const payment = (await lockPayments(tx, [{ tenant_id: tenantId, payment_id: paymentId }])).get(paymentId)
    if (payment !== undefined && payment.configuration_id !== configurationId)
      return { done: 'refused', why: 'the payment is one of another bank' }
    return notice.kind === 'opened'
      ? await open(tx, notice, await isEndedByTwo(tx, tenantId, config))
      : await win(tx, notice, await isEndedByTwo(tx, tenantId, config))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { done: 'refused', why: `${error.code}: ${error.message}` }
  }
}

const open = async (
  tx: Tx,
  { kind: _, configurationId: __, saidBy: ___, ...notice }: FileNotice,
  endsByTwo: boolean,
): Promise<TakenNotice> => {
  const { chargeback, isNew } = await recordFromBank(tx, {
    ...notice,
    reason: null,
    reasonCode: null,
    responseDeadline: null,
    endsByTwo,
  })
  if (chargeback.payment_id !== notice.paymentId)
    return { done: 'refused', why: `its reference is that of chargeback ${chargeback.id}, of another payment` }
  if (chargeback.amount !== notice.amount) return refusedOfAmount(chargeback)
  return { done: isNew ? 'opened' : 'known' }
}

const refusedOfAmount = ({ id, amount }: Pick<ChargebackRow, 'id' | 'amount'>): TakenNotice => ({
  done: 'refused',
  why: `chargeback ${id} is about ${amount}`,
})

/**
 * The notice has a different reference from the opening one, so it ends the payment's last chargeback. Where an end takes two people, a file
 * that only a key vouches for is the word of those who know the key's secret: it asks for the end, and another person agrees.
 */
const win = async (tx: Tx, notice: FileNotice, endsByTwo: boolean): Promise<TakenNotice> => {
  const { tenantId, paymentId, amount, correlationId, nowMs, saidBy } = notice
  const last = await findLastOfPayment(tx, tenantId, paymentId)
  if (last === undefined) return { done: 'refused', why: 'no chargeback of the payment is known' }
  const isOver = last.status === 'won' || last.status === 'lost'
  if ((isOver || last.amount !== amount) && (await isWon(tx, tenantId, paymentId, amount))) return { done: 'known' }
  if (last.status === 'lost') return { done: 'refused', why: `chargeback ${last.id} was lost` }
  if (isOver || last.amount !== amount) return refusedOfAmount(last)
  const by =
    saidBy !== null && (endsByTwo || last.ends_by_two) ? { ...saidBy, tenantId, needsConfirmation: false } : null
  if (by !== null && last.asked_action === 'win' && isSamePerson(last.asked_people, by.accountable))
    return { done: 'known' }
  const { after } = await updateStatus(tx, {
    tenantId,
    merchantId: null,
    id: last.id,
    action: 'win',
    merchantResponse: null,
    notes: null,
    by,
    endsByTwo,
    correlationId,
    nowMs,
  })
  return { done: after.status === 'won' ? 'won' : 'asked' }
}
