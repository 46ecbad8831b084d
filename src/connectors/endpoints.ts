/** Connectors and test cards of the card surface: the table of contents. */
import type { Endpoint } from '../access/endpoint.ts'
import { getConnector } from './get-connector.ts'
import { listConnectors } from './list-connectors.ts'
import { listRequestLogs } from './request-log/list-request-logs.ts'
import { createTestCard } from './test-cards/create-test-card.ts'
import { deleteTestCard } from './test-cards/delete-test-card.ts'
import { generateTestCards } from './test-cards/generate-test-cards.ts'
import { getTestCard } from './test-cards/get-test-card.ts'
import { listTestCards } from './test-cards/list-test-cards.ts'
import { activateTestCard, deactivateTestCard } from './test-cards/switch-test-card.ts'
import { updateTestCard } from './test-cards/update-test-card.ts'

export const connectorEndpoints: readonly Endpoint[] = [
  listConnectors,
  getConnector,
  listRequestLogs,
  listTestCards,
  getTestCard,
  createTestCard,
  generateTestCards,
  updateTestCard,
  deleteTestCard,
  activateTestCard,
  deactivateTestCard,
]
