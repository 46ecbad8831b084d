/** The screen of everything that waits for a second person. */

import {
  getCancellationRequests,
  getTransfers,
  getUnresolvedOperations,
  patchFraudRulesById,
  patchMerchantsById,
  postCancellationRequestsByIdApprove,
  postConnectorConfigurationsByIdConfirm,
  postFraudWaitingChangesByIdConfirm,
  postReconciliationsFilesByIdConfirm,
  postSettlementsTermsByIdConfirm,
  postTransfersBulkApprove,
  postUnresolvedOperationsByIdConfirm,
  postUsersByIdConfirm,
  postWaitingChangesByIdConfirm,
  putChargebacksByIdStatus,
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
      postUsersByIdConfirm,
      patchMerchantsById,
      putChargebacksByIdStatus,
      getCancellationRequests,
      getTransfers,
      getUnresolvedOperations,
    ],
    load: () => import('./approvals.tsx'),
  }),
]
