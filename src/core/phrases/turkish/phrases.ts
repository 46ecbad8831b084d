/** Every phrase with its Turkish: {} is a value in English, {0} the first one in Turkish. */
import { ACQUIRING } from './acquiring.ts'
import { AFTER_THE_SALE } from './after-the-sale.ts'
import { ERROR_CODE_MEANINGS } from './error-codes.ts'
import { FRAUD } from './fraud.ts'
import { OTHER_NOUNS } from './other.ts'
import { PAYMENTS } from './payments.ts'
import { REQUESTS } from './requests.ts'
import { SIGN_IN_AND_SETTINGS } from './sign-in-and-settings.ts'
import { TENANTS_AND_PEOPLE } from './tenants-and-people.ts'
import { TRANSFERS } from './transfers.ts'

export const TURKISH: Readonly<Record<string, string>> = {
  ...REQUESTS,
  ...SIGN_IN_AND_SETTINGS,
  ...TENANTS_AND_PEOPLE,
  ...ACQUIRING,
  ...FRAUD,
  ...PAYMENTS,
  ...TRANSFERS,
  ...AFTER_THE_SALE,
  ...OTHER_NOUNS,
  ...ERROR_CODE_MEANINGS,
}
