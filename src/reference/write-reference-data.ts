/** A write of look-up data: with the platform's role, and with a notification to every process after the commit. */
import type { Answer, Call } from '../access/endpoint.ts'
import { asPlatform, type Tx } from '../infra/database/database.ts'

export const writeReference = async (
  { runtime, inTx }: Pick<Call, 'runtime' | 'inTx'>,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> => {
  const answer = await inTx((tx) => asPlatform(tx, () => work(tx)))
  runtime.notifications.publish('reference')
  return answer
}
