/**
 * POST /api/v1/transfers/bulk/send: a person other than the creator releases approved transfers; the bank is called in
 * the background.
 */
import { type Endpoint, endpoint } from '../../access/endpoint.ts'
import { type SendCall, sendRequested } from '../approval/send-requested.ts'
import { SendResult, SendTransfers } from '../approval/step-requests.ts'
import type { DispatchServices } from '../dispatch/dispatch-services.ts'

export const sendTransfers = (
  services: Pick<DispatchServices, 'runtime' | 'connectors' | 'wakeDeliveries' | 'dispatch'>,
  wake: () => void,
): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/transfers/bulk/send',
    tag: 'Transfers',
    summary: 'Send transfers',
    description:
      'Reserves the money and answers 202; the bank is called in the background. What finds no cover ends as `failed` with ' +
      'insufficient_balance. A transfer of unknown outcome is asked about, never sent twice. Where its connector or ' +
      'configuration is switched off a transfer is skipped with connector_unavailable and stays approved.',
    allow: 'decide',
    fourEyes: 'send',
    movesMoney: true,
    body: SendTransfers,
    answers: { 202: SendResult },
    errors: [
      'transfer_not_found',
      'invalid_state_transition',
      'payment_already_sent',
      'payment_already_rejected',
      'four_eyes_violation',
      'fast_window_closed',
      'eft_window_closed',
    ],
    handle: (call) => sendRequested(services, call as SendCall, wake),
  })
