/** POST /api/v1/transfers/bulk/approve: a person other than the creator approves transfers; no event. */
import { type Endpoint, endpoint } from '../../access/endpoint.ts'
import { type ApproveCall, approveRequested } from '../approval/approve-requested.ts'
import { ApproveResult, ApproveTransfers } from '../approval/step-requests.ts'
import type { TransferServices } from '../model/transfer-services.ts'

export const approveTransfers = (services: Pick<TransferServices, 'runtime'>): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/transfers/bulk/approve',
    tag: 'Transfers',
    summary: 'Approve transfers',
    description:
      'By another person than the one who made the transfer or last changed its receiver account or source account. Those that cannot be approved stand in `skipped` with the reason; when none can, the call is refused with it.',
    allow: 'decide',
    fourEyes: 'decide',
    movesMoney: true,
    body: ApproveTransfers,
    answers: { 200: ApproveResult },
    errors: [
      'transfer_not_found',
      'source_account_not_found',
      'invalid_state_transition',
      'payment_already_approved',
      'payment_already_sent',
      'payment_already_rejected',
      'four_eyes_violation',
    ],
    handle: (call) => approveRequested(services, call as ApproveCall),
  })
