/** The operations and limits that a gateway declares, and the refusal of everything else. */
import type { Attempt, OperationType, PaymentOperation, ThreeDModel } from '../attempt.ts'
import type { Capabilities } from '../port.ts'
import { BANK_CURRENCIES } from '../transport/bank-amounts.ts'
import { notConfigured } from './settings.ts'

type Abilities = Partial<Omit<Capabilities, 'operations'>> & {
  /** 3D models of its charges; `none`: without 3D Secure. */
  readonly models: readonly ThreeDModel[]
  readonly operations: readonly OperationType[]
}

export const declareAbilities = ({ models, operations, ...limits }: Abilities): Capabilities => ({
  operations: Object.fromEntries(
    operations.map((each) => [each, each === 'sale' || each === 'pre_auth' ? models : (['none'] as const)]),
  ),
  currencies: BANK_CURRENCIES,
  installmentsMax: 12,
  inquiry: 'by_reference',
  reversal: 'by_reference',
  latenessWindowMs: 90_000,
  callDeadlineMs: 30_000,
  inquiryDeadlineMs: 10_000,
  nothingBookedCodes: [],
  refundsAtOnce: 'one',
  ...limits,
})

/** Undefined if the gateway offers all of it. A configuration may name what its bank does not have. */
export const refuseUnoffered = (
  { operations, currencies, installmentsMax, installmentCounts, storedCredentials }: Capabilities,
  { operation, amount: { currency }, ...charge }: Attempt | PaymentOperation,
): ReturnType<typeof notConfigured> | undefined => {
  const models = operations[operation]
  if (models === undefined) return notConfigured(`this bank offers no ${operation}`)
  if (!currencies.includes(currency)) return notConfigured(`this bank takes no ${currency}`)
  if (!('model' in charge)) return undefined
  if (!models.includes(charge.model)) return notConfigured(`this bank offers no ${operation} with ${charge.model}`)
  if (storedCredentials === 'none' && charge.storedCredential !== undefined)
    return notConfigured('this bank takes no payments of plans')
  if (charge.installments > installmentsMax) return notConfigured(`this bank takes ${installmentsMax} installments`)
  const isCount =
    installmentCounts === undefined || charge.installments === 1 || installmentCounts.includes(charge.installments)
  return isCount ? undefined : notConfigured(`this bank takes ${installmentCounts.join(', ')} installments`)
}
