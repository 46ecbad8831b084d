/** Describes a card by its first digits: scheme, bank, family, and the instalments it may take. */
import { checkInstallments } from '../../payments/charge/check-payment.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import type { SessionRow } from '../model/session-row.ts'
import { listInstallments } from '../paying/session-rules.ts'

interface CardAnswer {
  scheme: string | null
  bank: string | null
  family: string | null
  installments: readonly number[]
}

/** Needs at least six digits; the rest of a number is never sent here. */
export const describeCard = async (
  { binOf }: Pick<CheckoutServices, 'binOf'>,
  session: Pick<SessionRow, 'amount' | 'currency' | 'allowed_installments'>,
  digits: string,
): Promise<CardAnswer> => {
  const counts = listInstallments(session)
  if (!/^\d{6,8}$/.test(digits)) return { scheme: null, bank: null, family: null, installments: counts }
  const bin = await binOf(digits)
  const amount = { amount: session.amount, currency: session.currency }
  const isTaken = (installment: number): boolean => {
    try {
      checkInstallments({ installment, amount }, bin)
      return true
    } catch {
      return false
    }
  }
  return {
    scheme: bin.schema_type,
    bank: bin.bank_name,
    family: bin.card_program === 'Other' ? null : bin.card_program,
    installments: counts.filter(isTaken),
  }
}
