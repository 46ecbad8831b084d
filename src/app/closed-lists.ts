/** Every list whose rows are counted in closed blocks. */
import type { ClosedList } from '../infra/database/closed-blocks/closed-list.ts'
import { PAYMENT_LIST } from '../payments/queries/payment-list.ts'

export const CLOSED_LISTS: readonly ClosedList[] = [PAYMENT_LIST]
