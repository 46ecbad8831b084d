/** Reads of a bank's own books, and what a caller is told when they cannot be read. */
import type { CallContext } from '../../connectors/attempt.ts'
import { UnreadBooks, type UnreadReason } from '../../connectors/transfer-bank.ts'
import { Problem, type ProblemCode } from '../../core/problem.ts'
import type { AtBank } from './bank-order.ts'
import type { TransferParts } from '../model/transfer-services.ts'

/** Nothing of it is kept in the request log. Throws {@link UnreadBooks}. */
export const askBank = async <T>(
  desk: Pick<TransferParts, 'connectors'>,
  { connector, configuration }: AtBank,
  ask: (context: CallContext) => Promise<T>,
): Promise<T> => {
  const { observation } = await desk.connectors.inquireAs(
    connector,
    { configuration, reference: 'books' },
    (_sent, context) =>
      ask(context).then(
        (value) => ({ kind: 'read' as const, value }),
        (error: unknown) => {
          if (error instanceof UnreadBooks) return { kind: 'unread' as const, error }
          throw error
        },
      ),
  )
  if (observation.kind === 'no_answer') throw new UnreadBooks('no_answer', observation.fault.providerMessage)
  if (observation.kind === 'unread') throw observation.error
  return observation.value
}

const CODES: Readonly<Record<UnreadReason, ProblemCode>> = {
  no_answer: 'bank_data_unavailable',
  own_fault: 'bank_system_error',
  no_balance: 'bank_balance_unavailable',
}
const WORDS: Readonly<Record<UnreadReason, string>> = {
  no_answer: 'gave no readable answer',
  own_fault: 'reports a fault of its own system',
  no_balance: 'showed an account without a balance',
}

/** The same for a caller: 502, with the configuration whose bank it was. */
export const askForCaller = async <T>(
  desk: Pick<TransferParts, 'connectors'>,
  at: AtBank,
  ask: (context: CallContext) => Promise<T>,
): Promise<T> => {
  try {
    return await askBank(desk, at, ask)
  } catch (error) {
    if (!(error instanceof UnreadBooks)) throw error
    throw new Problem(CODES[error.reason], {
      detail: `The bank of configuration ${at.configuration.name} ${WORDS[error.reason]}; nothing was changed, ask again later.`,
    })
  }
}
