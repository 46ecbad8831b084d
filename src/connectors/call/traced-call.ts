/** The span of a call to a bank: which bank, what was asked of it, how it ended. */
import { inSpan } from '../../infra/process/tracing.ts'
import type { Attempt, Fault } from '../attempt.ts'
import type { Connector } from '../port.ts'

type Ended = { readonly kind: string; readonly fault?: Fault }

/** `read` tells the outcome of what `call` has returned. */
export const tracedCall = <Answer>(
  { family }: Connector,
  name: string,
  { configuration, reference }: Pick<Attempt, 'configuration' | 'reference'>,
  call: () => Promise<Answer>,
  read: (answer: Answer) => Ended | undefined,
): Promise<Answer> =>
  inSpan(
    () => ({
      name: `bank ${name}`,
      kind: 'internal',
      attributes: {
        'vezne.bank': configuration.connectorType,
        'vezne.bank.family': family,
        'vezne.bank.call': name,
        'vezne.bank.reference': reference,
        'vezne.tenant_id': configuration.tenantId,
        'vezne.configuration_id': configuration.id,
      },
    }),
    async (span) => {
      const answer = await call()
      const ended = read(answer)
      span?.set({ 'vezne.bank.outcome': ended?.kind, 'vezne.bank.code': ended?.fault?.providerCode })
      if (ended?.kind === 'unknown' || ended?.kind === 'not_sent' || ended?.kind === 'no_answer') span?.fail(ended.kind)
      return answer
    },
  )
