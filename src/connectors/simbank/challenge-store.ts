/** SQL of the simulated bank's challenges, its own record of them. */
import { buildDocumentInsert } from '../../infra/database/rows/document-rows.ts'
import { rawSql, sql } from '../../infra/database/statements/sql.ts'
import type { Runtime } from '../../infra/runtime.ts'

export const WRONG_CODES_MAX = 3

export type ChallengeScript = 'frictionless' | 'challenge' | 'failed' | 'attempt'
export type ChallengeResult = 'ok' | 'wrong_code' | 'cancelled' | 'refused'

interface NewChallenge {
  tenant_id: string
  transaction_id: string
  configuration_id: string
  merchant_name: string | null
  masked_card_number: string
  card_scheme: string
  amount: number
  currency: string
  callback_url: string
  outcome: ChallengeScript
  is_cvv_wrong: boolean
  expires_at: Date
  created: Date
}
export interface Challenge extends NewChallenge {
  wrong_codes: number
  /** Null while the shopper has not responded. */
  result: ChallengeResult | null
}

export interface Challenges {
  add(challenge: NewChallenge): Promise<void>
  find(tenantId: string, transactionId: string): Promise<Challenge | undefined>
  /** Completes it unless it is completed; returns its state. */
  end(tenantId: string, transactionId: string, result: ChallengeResult): Promise<Challenge | undefined>
  /** Counts a wrong code; the third ends it. */
  countWrongCode(tenantId: string, transactionId: string): Promise<Challenge | undefined>
}

export const createChallenges = ({ db }: Pick<Runtime, 'db'>): Challenges => {
  const find: Challenges['find'] = (tenantId, transactionId) =>
    db.transaction({ of: tenantId }, async (tx) => {
      const rows = await tx.query<Challenge>(
        sql`select * from simbank_challenges where tenant_id = ${tenantId} and transaction_id = ${transactionId}`,
      )
      return rows[0]
    })
  return {
    find,
    async add(challenge) {
      await db.transaction({ of: challenge.tenant_id }, (tx) =>
        tx.execute(`${buildDocumentInsert('simbank_challenges', [challenge])} on conflict do nothing`, [
          JSON.stringify([challenge]),
        ]),
      )
    },
    async end(tenantId, transactionId, result) {
      await db.transaction({ of: tenantId }, (tx) =>
        tx.execute(
          sql`update simbank_challenges set result = ${result}
            where tenant_id = ${tenantId} and transaction_id = ${transactionId} and result is null`,
        ),
      )
      return find(tenantId, transactionId)
    },
    async countWrongCode(tenantId, transactionId) {
      await db.transaction({ of: tenantId }, (tx) =>
        tx.execute(
          sql`update simbank_challenges set wrong_codes = wrong_codes + 1,
                  result = case when wrong_codes + 1 >= ${rawSql(WRONG_CODES_MAX)} then 'wrong_code' end
            where tenant_id = ${tenantId} and transaction_id = ${transactionId} and result is null`,
        ),
      )
      return find(tenantId, transactionId)
    },
  }
}
