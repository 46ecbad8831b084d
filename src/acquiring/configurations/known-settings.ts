/** The keys of extra_properties_dict the platform reads (docs/interface/cards.md#known-keys-of-a-configuration), and their allowed values. */

import type { Capabilities, ConfigurationFault } from '../../connectors/port.ts'
import { CARD_CURRENCIES } from '../../core/money.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'

type Fault = Phrase | undefined
type Check = (text: string, capabilities: Capabilities | undefined) => Fault

const bool: Check = (text) => (text === 'true' || text === 'false' ? undefined : phrase`must be true or false`)

const conversions: Check = (text, capabilities) =>
  text === 'true' && capabilities !== undefined && capabilities.conversion === undefined
    ? phrase`must be false or be left out: this bank offers no conversions`
    : bool(text, capabilities)

const percent: Check = (text) =>
  /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= 100
    ? undefined
    : phrase`must be a percentage from 0 to 100 with at most two decimals, such as 1.75`

const currencies: Check = (text, capabilities) => {
  const taken = (capabilities?.currencies ?? CARD_CURRENCIES).filter((each) => CARD_CURRENCIES.includes(each))
  const isListed = text.split(',').every((each) => taken.includes(each.trim()))
  return isListed ? undefined : phrase`must name currencies out of ${taken.join(', ')}, separated by commas`
}

const INSTALLMENTS_MAX = 12
const installments: Check = (text, capabilities) => {
  const most = Math.min(INSTALLMENTS_MAX, capabilities?.installmentsMax ?? INSTALLMENTS_MAX)
  const isInside = /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= most
  return isInside ? undefined : phrase`must be a whole number from 1 to ${most}`
}

const mdStatus: Check = (text) =>
  text.split(',').every((each) => /^[1-9]$/.test(each.trim()))
    ? undefined
    : phrase`must name md_status values from 1 to 9, separated by commas; 0 is a failed authentication`

const CHECKS: Readonly<Record<string, Check>> = {
  supported_currencies: currencies,
  supports_3d: bool,
  supports_pre_auth: bool,
  supports_void: bool,
  supports_refund: bool,
  supports_recurring: bool,
  supports_points: bool,
  dcc_enabled: conversions,
  max_installments: installments,
  require_city_code: bool,
  accepted_md_status: mdStatus,
  bank_commission_rate: percent,
  merchant_commission_rate: percent,
}

/** Other keys are free. */
export const checkKnownSettings = (
  settings: Readonly<Record<string, string>>,
  capabilities: Capabilities | undefined,
): ConfigurationFault[] =>
  Object.entries(CHECKS).flatMap(([key, check]) => {
    const fault = settings[key] === undefined ? undefined : check(settings[key], capabilities)
    return fault === undefined ? [] : { field: `extra_properties_dict.${key}`, message: fault }
  })
