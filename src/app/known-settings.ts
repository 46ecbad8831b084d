/** Every key that the service reads, of all modules: both surfaces that have settings share them. */
import { CHARGEBACK_SETTINGS } from '../chargebacks/chargeback-settings.ts'
import { CHECKOUT_SETTINGS } from '../checkout/brand.ts'
import { CONSOLE_SETTINGS } from '../console/step-up.ts'
import { FRAUD_SETTINGS } from '../fraud/fraud-settings.ts'
import type { KnownSetting, ServedSetting } from '../identity/settings/known-setting.ts'
import { MONITOR_SETTINGS } from '../monitors/monitor-settings.ts'
import { PAYMENT_SETTINGS } from '../payments/settings/payment-settings.ts'
import { RECONCILIATION_SETTINGS } from '../reconciliations/model/reconciliation-settings.ts'
import { RECURRING_SETTINGS } from '../recurring/model/recurring-plan-settings.ts'
import { SETTLEMENT_SETTINGS } from '../settlements/terms/terms-settings.ts'
import { TRANSFER_SETTINGS } from '../transfers/transfer-settings.ts'
import { CONNECTOR_SETTINGS } from './configuration-guards.ts'

const of = (surface: ServedSetting['surface'], ...settings: readonly KnownSetting[]): ServedSetting[] =>
  settings.map((each) => ({ ...each, surface }))

export const KNOWN_SETTINGS: readonly ServedSetting[] = [
  ...of('transfers', ...TRANSFER_SETTINGS),
  ...of('fraud', ...FRAUD_SETTINGS),
  ...of('cards', ...PAYMENT_SETTINGS, ...RECONCILIATION_SETTINGS, ...RECURRING_SETTINGS, ...SETTLEMENT_SETTINGS),
  ...of('cards', ...CHARGEBACK_SETTINGS, ...CHECKOUT_SETTINGS, ...CONSOLE_SETTINGS, ...CONNECTOR_SETTINGS),
  ...of('cards', ...MONITOR_SETTINGS),
]
