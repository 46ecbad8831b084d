/**
 * POST /api/v1/transfers/bulk/reject: a person other than the creator rejects transfers before they are approved; no
 * event.
 */
import { type Endpoint, endpoint } from '../../access/endpoint.ts'
import { type RejectCall, rejectRequested } from '../approval/reject-requested.ts'
import { RejectResult, RejectTransfers } from '../approval/step-requests.ts'
import type { TransferServices } from '../model/transfer-services.ts'

export const rejectTransfers = (services: Pick<TransferServices, 'runtime'>): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/transfers/bulk/reject',
    tag: 'Transfers',
    summary: 'Reject transfers',
    description: 'Those that cannot be rejected stand in `skipped`; an approved transfer can no longer be rejected.',
    allow: 'decide',
    fourEyes: 'decide',
    movesMoney: true,
    body: RejectTransfers,
    answers: { 200: RejectResult },
    errors: [
      'transfer_not_found',
      'invalid_state_transition',
      'payment_already_approved',
      'payment_already_sent',
      'payment_already_rejected',
      'four_eyes_violation',
    ],
    handle: (call) => rejectRequested(services, call as RejectCall),
  })
