/** The wire name of a movement in a bank's records: sale, pre_auth, post_auth, void, refund (contract/cards 1.5). */
import type { OperationType } from '../../connectors/attempt.ts'

export const toMovementType = (operation: OperationType): string => (operation === 'capture' ? 'post_auth' : operation)
