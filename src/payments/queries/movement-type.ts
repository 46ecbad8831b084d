/** What a movement in a bank's books is called on the wire: sale, pre_auth, post_auth, void, refund (contract/cards 1.5). */
import type { OperationType } from '../../connectors/attempt.ts'

export const toMovementType = (operation: OperationType): string => (operation === 'capture' ? 'post_auth' : operation)
