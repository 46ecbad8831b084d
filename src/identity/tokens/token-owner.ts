/** Whom a token is made for, an API key or a person: the claims that differ. */

import type { Client, Person, TariffPlan } from '../../access/callers/realms.ts'
import { CONSOLE, type TokenSubject } from '../../access/callers/token-subject.ts'

export interface TokenOwner {
  /** Claim sub. */
  readonly subject: string
  /** Claim azp. */
  readonly clientId: string
  readonly isUser: boolean
  readonly holder: TokenSubject
  /** Figures of the plan, or of the key where it has its own. */
  quotasOf(plan: TariffPlan): Quotas
}
interface Quotas {
  readonly daily_limit: number
  readonly monthly_limit: number
  readonly rate_limit: number
}

export const toClientOwner = (client: Client): TokenOwner => ({
  subject: client.clientId,
  clientId: client.clientId,
  isUser: false,
  holder: client,
  quotasOf: (plan) => ({
    daily_limit: client.dailyLimitOverride ?? plan.dailyTransactionLimit,
    monthly_limit: client.monthlyLimitOverride ?? plan.monthlyTransactionLimit,
    rate_limit: client.rateLimitOverride ?? plan.ratePerSecond,
  }),
})

export const toUserOwner = (person: Person): TokenOwner => ({
  subject: person.id,
  clientId: CONSOLE,
  isUser: true,
  holder: person,
  quotasOf: (plan) => ({
    daily_limit: plan.dailyTransactionLimit,
    monthly_limit: plan.monthlyTransactionLimit,
    rate_limit: plan.ratePerSecond,
  }),
})
