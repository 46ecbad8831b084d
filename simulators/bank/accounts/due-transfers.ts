/** Effects of time on transfers: they complete, are refused or come back. Everything due by now happens, in order. */
import type { Transfer } from '../ledger/account-books.ts'
import type { TransferStep } from '../ledger/account-facts.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { arrive, comeBack, returnFunds } from './transfer-postings.ts'

/** Costs one comparison if nothing is due. */
export const bringTransfersUpToDate = (ledger: Ledger): void => {
  const { due, transfers } = ledger.books.accounts
  for (let next = due[0]; next !== undefined && next.at <= ledger.now(); next = due[0]) {
    const transfer = transfers.get(next.key)!
    const [planned] = transfer.plan
    stepTransfer(ledger, transfer, planned!.step, planned!.code)
  }
}

export const stepTransfer = (ledger: Ledger, transfer: Transfer, step: TransferStep, code = '00'): void => {
  const { customer, reference, tells } = transfer
  const listens = ledger.books.accounts.customers.get(customer)?.notice_url !== undefined
  const postings = POSTINGS[step](transfer)
  ledger.commit({ kind: 'transfer_step', customer, reference, step, code, tells: tells && listens, postings })
}

const POSTINGS = { complete: arrive, refuse: () => [], give_back: returnFunds, return: comeBack } as const

/** Returns what a control call can still do with it; undefined if that makes no sense. */
export const stepsLeft = ({ status, plan }: Transfer): readonly TransferStep[] => {
  if (status === 'completed') return ['return']
  if (status !== 'processing' && status !== 'delivered') return []
  return plan[0]?.step === 'refuse' ? ['refuse'] : ['complete', 'give_back']
}
