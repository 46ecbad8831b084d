/** Reads the outcome of a capture, void or refund: what follows from the bank's response. */
import type { Outcome } from '../../connectors/attempt.ts'
import { INQUIRY_FIRST_MS } from '../model/inquiry-schedule.ts'
import type { OperationRow, OperationTransition } from '../model/operation.ts'
import type { OperationServices } from './operation-recorder.ts'

export const readOperationOutcome = async (
  services: Pick<OperationServices, 'banks'>,
  operation: Pick<OperationRow, 'tenant_id' | 'connector_code'>,
  bank: Outcome,
): Promise<OperationTransition> => {
  switch (bank.kind) {
    case 'approved':
      return { kind: 'accepted', references: bank.references, bankCode: bank.bankCode }
    case 'declined': {
      const { providerCode, providerMessage } = bank.fault
      const meaning = await services.banks.meaningOf(operation.tenant_id, operation.connector_code, providerCode)
      return {
        kind: 'refused',
        storedCode: meaning.storedCode,
        bankCode: providerCode,
        message: providerMessage,
        references: bank.references,
      }
    }
    case 'not_sent':
      return {
        kind: 'refused',
        storedCode: 'bank_system_error',
        bankCode: null,
        message: 'The bank could not be reached',
        nothingSent: true,
      }
    case 'unknown':
      // Money may have moved: the payment keeps its state, and an inquiry follows.
      return { kind: 'open', waitMs: INQUIRY_FIRST_MS }
  }
}
