/** The verdict other surfaces ask for. A fault while asking is the caller's to answer: nothing is let through unchecked. */
import type { House } from '../infra/house.ts'
import type { Tx } from '../infra/postgres.ts'
import { openBlacklist } from './blacklist/blacklist.ts'
import { paymentListed, transfersListed } from './blacklist/listed.ts'
import { type Check, type Judged, openCheck } from './checks/check.ts'
import { insertChecks } from './checks/check-rows.ts'
import { type TransferFacts, transferVariables } from './expressions/transfer-variables.ts'
import { type PaymentFacts, paymentVariables } from './expressions/variables.ts'
import { openRules } from './rules/active-rules.ts'
import { ruleFaults } from './rules/rule-faults.ts'

export interface Fraud {
  /** The check of a payment about to be made. Throws when rules or blacklists cannot be read. */
  checkPayment(facts: PaymentFacts): Promise<Check>
  /** Transfers of one tenant, in the order given; throws as {@link checkPayment}. */
  checkTransfers(tenantId: string, facts: readonly TransferFacts[]): Promise<readonly Check[]>
  /**
   * The verdicts of checks, in their order. Call it in the transaction that writes what they judge, before that write:
   * where rules count, each sees everything judged before it, and nobody else counts for the tenant until the commit.
   */
  judge(tx: Tx, checks: readonly Check[]): Promise<readonly Judged[]>
  /** Keeps the checks of a call that was refused whole, so that nothing was made of them. */
  keepRefused(tenantId: string, judged: readonly Judged[]): Promise<void>
  close(): void
}

export const openFraud = (house: House): Fraud => {
  const rules = openRules(house)
  const blacklist = openBlacklist(house)
  const onFault = ruleFaults(house)
  return {
    async checkPayment(given) {
      const facts = await paymentListed(blacklist, given)
      const { sanal_pos, isOff } = await rules.of(facts.tenantId)
      const subject = { ...facts, process: 'sanal_pos' } as const
      const variablesOf = (counted: Readonly<Record<string, number>>) => paymentVariables({ ...facts, counted })
      return openCheck({
        ...{ subject, rules: sanal_pos, variablesOf, onFault, needs: [] },
        isOff: isOff(facts.merchantId, 'sanal_pos'),
      })
    },
    async checkTransfers(tenantId, given) {
      const facts = await transfersListed(blacklist, tenantId, given)
      const { para_transferi, isOff } = await rules.of(tenantId)
      return facts.map((each) =>
        openCheck({
          subject: { ...each, process: 'para_transferi' },
          rules: para_transferi,
          isOff: isOff(each.merchantId, 'para_transferi'),
          needs: [],
          onFault,
          variablesOf: (counted) => transferVariables({ ...each, counted }),
        }),
      )
    },
    judge: async (_tx, checks) => checks.map((check) => check.judged ?? check.judge({})),
    async keepRefused(tenantId, judged) {
      const rows = judged.map(({ check, verdict }) => ({
        ...check,
        outcome: verdict.decision === 'block' ? ('failed' as const) : ('cancelled' as const),
      }))
      await house.db.inTenant(tenantId, (tx) => insertChecks(tx, rows))
    },
    close() {
      rules.close()
      blacklist.close()
    },
  }
}
