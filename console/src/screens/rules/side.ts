/**
 * Rules of the person's organization, or for the platform's people those of the platform: the same operations for both.
 */
import { useMay } from '../../api/me.ts'
import {
  deleteFraudRulesById,
  deletePlatformFraudRulesById,
  getFraudRules,
  getFraudRulesById,
  getPlatformFraudRules,
  getPlatformFraudRulesById,
  patchFraudRulesById,
  patchPlatformFraudRulesById,
  postFraudRules,
  postPlatformFraudRules,
} from '../../generated/operations.ts'

const OF_TENANT = {
  isPlatform: false,
  list: getFraudRules,
  read: getFraudRulesById,
  create: postFraudRules,
  change: patchFraudRulesById,
  remove: deleteFraudRulesById,
}
const OF_PLATFORM = {
  isPlatform: true,
  list: getPlatformFraudRules,
  read: getPlatformFraudRulesById,
  create: postPlatformFraudRules,
  change: patchPlatformFraudRulesById,
  remove: deletePlatformFraudRulesById,
}

export const useSide = () => (useMay()(getFraudRules) ? OF_TENANT : OF_PLATFORM)
