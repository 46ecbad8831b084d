/** The verdict other surfaces ask for. A fault while asking is the caller's to answer: nothing is let through unchecked. */
import type { House } from '../infra/house.ts'
import { type TransferFacts, transferVariables } from './expressions/transfer-variables.ts'
import { type PaymentFacts, paymentVariables } from './expressions/variables.ts'
import { judge, type Verdict } from './judge.ts'
import { openRules } from './rules/active-rules.ts'

export interface Fraud {
  /** Throws when the rules cannot be read. */
  screen(facts: PaymentFacts): Promise<Verdict>
  /** Transfers of one tenant, in the order given; throws as {@link screen}. */
  screenTransfers(tenantId: string, facts: readonly TransferFacts[]): Promise<readonly Verdict[]>
  close(): void
}

export const openFraud = (house: House): Fraud => {
  const rules = openRules(house)
  return {
    async screen(facts) {
      const { sanal_pos } = await rules.of(facts.tenantId)
      return judge(sanal_pos, paymentVariables(facts))
    },
    async screenTransfers(tenantId, facts) {
      const { para_transferi } = await rules.of(tenantId)
      return facts.map((each) => judge(para_transferi, transferVariables(each)))
    },
    close: () => rules.close(),
  }
}
