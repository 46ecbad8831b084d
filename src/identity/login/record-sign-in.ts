/** Records a sign-in in the audit log, in its transaction. A refused one is recorded with the refusal. */
import { appendAudit } from '../../access/audit/append-audit.ts'
import type { Realm } from '../../access/callers/realms.ts'
import type { Call } from '../../access/endpoint.ts'
import type { Tx } from '../../infra/database/database.ts'

/** Last statements of the transaction. */
export const recordSignIn = (
  tx: Tx,
  { runtime, request, correlationId }: Pick<Call, 'runtime' | 'correlationId'> & { request: { clientAddress: string } },
  realm: Realm,
  userId: string,
  operation: string,
): Promise<void> =>
  appendAudit(runtime, tx, [
    {
      tenantId: realm.tenantId,
      actor: userId,
      realm: realm.slug,
      operation,
      outcome: 'done',
      code: null,
      kind: 'user',
      targetId: userId,
      merchantId: null,
      correlationId,
      address: request.clientAddress,
      before: null,
      after: null,
    },
  ])
