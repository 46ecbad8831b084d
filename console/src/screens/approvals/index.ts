/** What waits for a second person. */

import {
  getCancellationRequests,
  getTransfers,
  getUnresolvedOperations,
  patchFraudRulesById,
  postCancellationRequestsByIdApprove,
  postConnectorConfigurationsByIdConfirm,
  postFraudWaitingChangesByIdConfirm,
  postReconciliationsFilesByIdConfirm,
  postSettlementsTermsByIdConfirm,
  postTransfersBulkApprove,
  postUnresolvedOperationsByIdConfirm,
  postWaitingChangesByIdConfirm,
} from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const APPROVALS = [
  screen({
    path: '/approvals',
    title: { en: 'Approvals', tr: 'Onaylar' },
    menu: { group: 'home', icon: 'approve' },
    anyOf: [
      postCancellationRequestsByIdApprove,
      postTransfersBulkApprove,
      postUnresolvedOperationsByIdConfirm,
      postConnectorConfigurationsByIdConfirm,
      postWaitingChangesByIdConfirm,
      patchFraudRulesById,
      postFraudWaitingChangesByIdConfirm,
      postSettlementsTermsByIdConfirm,
      postReconciliationsFilesByIdConfirm,
      getCancellationRequests,
      getTransfers,
      getUnresolvedOperations,
    ],
    load: () => import('./approvals.tsx'),
  }),
]
