/** What waits for a second person. */
import { screen } from '../../frame/screen.ts'
import {
  getCancellationRequests,
  getTransfers,
  getUnresolvedOperations,
  patchFraudRulesById,
  postCancellationRequestsByIdApprove,
  postConnectorConfigurationsByIdConfirm,
  postReconciliationsFilesByIdConfirm,
  postSettlementsTermsByIdConfirm,
  postTransfersBulkApprove,
  postUnresolvedOperationsByIdConfirm,
} from '../../generated/operations.ts'

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
      patchFraudRulesById,
      postSettlementsTermsByIdConfirm,
      postReconciliationsFilesByIdConfirm,
      getCancellationRequests,
      getTransfers,
      getUnresolvedOperations,
    ],
    load: () => import('./approvals.tsx'),
  }),
]
