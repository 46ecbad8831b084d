/** The wire name of a movement in a bank's records: sale, pre_auth, post_auth, void, refund (docs/interface/cards.md#query-and-history). */
import type { OperationType } from '../../connectors/attempt.ts'

export const toMovementType = (operation: OperationType): string => (operation === 'capture' ? 'post_auth' : operation)
