/** Reads accounts and statements from the bank, and builds the problem a caller gets if they cannot be read. */
import type { CallContext } from '../../connectors/attempt.ts'
import { StatementUnavailable, type StatementUnavailableReason } from '../../connectors/transfer-bank.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem, type ProblemCode } from '../../core/problem.ts'
import type { TransferServices } from '../model/transfer-services.ts'
import type { ServingBank } from './transfer-order.ts'

/** Stores nothing in the request log. Throws {@link StatementUnavailable}. */
export const askBank = async <T>(
  services: Pick<TransferServices, 'connectors'>,
  { connector, configuration }: ServingBank,
  ask: (context: CallContext) => Promise<T>,
): Promise<T> => {
  const { observation } = await services.connectors.inquireAs(
    connector,
    { configuration, reference: 'books' },
    (_sent, context) =>
      ask(context).then(
        (value) => ({ kind: 'read' as const, value }),
        (error: unknown) => {
          if (error instanceof StatementUnavailable) return { kind: 'unread' as const, error }
          throw error
        },
      ),
  )
  if (observation.kind === 'no_answer') throw new StatementUnavailable('no_answer', observation.fault.providerMessage)
  if (observation.kind === 'unread') throw observation.error
  return observation.value
}

const CODES: Readonly<Record<StatementUnavailableReason, ProblemCode>> = {
  no_answer: 'bank_data_unavailable',
  own_fault: 'bank_system_error',
  no_balance: 'bank_balance_unavailable',
}
const UNREAD_DESCRIPTIONS: Readonly<Record<StatementUnavailableReason, Phrase>> = {
  no_answer: phrase`gave no readable answer`,
  own_fault: phrase`reports a fault of its own system`,
  no_balance: phrase`showed an account without a balance`,
}

/** Does the same for a caller: throws 502, with the configuration whose bank was asked. */
export const askBankForCaller = async <T>(
  services: Pick<TransferServices, 'connectors'>,
  serving: ServingBank,
  ask: (context: CallContext) => Promise<T>,
): Promise<T> => {
  try {
    return await askBank(services, serving, ask)
  } catch (error) {
    if (!(error instanceof StatementUnavailable)) throw error
    throw new Problem(CODES[error.reason], {
      detail: phrase`The bank of configuration ${serving.configuration.name} ${UNREAD_DESCRIPTIONS[error.reason]}; nothing was changed, ask again later.`,
    })
  }
}
