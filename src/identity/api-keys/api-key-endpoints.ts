/** API keys: seven operations on each of two routes, and the tenant's confirmation. */
import type { Endpoint } from '../../access/endpoint.ts'
import { confirmApiKey } from './confirm-api-key.ts'
import { createApiKey } from './create-api-key.ts'
import { deleteApiKey } from './delete-api-key.ts'
import { getApiKey, listApiKeys } from './get-api-keys.ts'
import { KEYS_OF_TENANT, OWN_KEYS } from './key-route-scope.ts'
import { rotateKeySecret } from './rotate-key-secret.ts'
import { patchApiKey, updateApiKey } from './update-api-key.ts'

const OPERATIONS = [listApiKeys, createApiKey, getApiKey, updateApiKey, patchApiKey, deleteApiKey, rotateKeySecret]

export const apiKeyEndpoints = (): Endpoint[] => [
  ...[OWN_KEYS, KEYS_OF_TENANT].flatMap((place) => OPERATIONS.map((operation) => operation(place))),
  confirmApiKey,
]
