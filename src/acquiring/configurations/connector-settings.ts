/** The keys of extra_properties_dict the platform reads (docs/interface/cards.md#known-keys-of-a-configuration), their allowed values, and the effect of a change of each. */

import type { Capabilities, ConfigurationFault } from '../../connectors/port.ts'
import { CARD_CURRENCIES } from '../../core/money.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { isLooser, type Loosening } from '../../identity/settings/known-setting.ts'

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

const merchantNumber: Check = (text) =>
  /^[0-9A-Za-z]{1,15}$/.test(text) ? undefined : phrase`must be up to 15 letters and digits`

const mdStatus: Check = (text) =>
  text.split(',').every((each) => /^[1-9]$/.test(each.trim()))
    ? undefined
    : phrase`must name md_status values from 1 to 9, separated by commas; 0 is a failed authentication`

const listed = (text: string): readonly string[] => text.split(',').map((each) => each.trim())

/** A key of extra_properties_dict that the program reads. */
interface KnownKey {
  /** Undefined if the key's connector checks it. */
  readonly check?: Check
  /** Value that applies while the key is absent. */
  readonly standard: string
  /** The change that would let more payments pass than before: it waits for a second person under connectors.four_eyes. */
  readonly loosens: Loosening
  /** True if a change sends payments to another configuration, or others to this one: judged like every change of routing (redirects.ts). */
  readonly redirects: boolean
}

const nothing = (because: string): Loosening => ({ by: 'nothing', because })
const REACH = 'what comes here changes, and not what is checked of it'
const OFFERED = 'it takes an operation away or gives it back; the bank decides over each'
const NUMBER = 'it says whose the files of the bank are; a file counts once somebody vouches for it'
const SHOWN = 'shown beside a payment; settlements are reckoned by the bank’s file and terms'

/** A key without these marks does not compile; a test finds one that is read and not listed. */
export const KNOWN_KEYS: Readonly<Record<string, KnownKey>> = {
  supported_currencies: { check: currencies, standard: 'TRY', loosens: nothing(REACH), redirects: true },
  max_installments: { check: installments, standard: '12', loosens: nothing(REACH), redirects: true },
  supports_pre_auth: { check: bool, standard: 'true', loosens: nothing(REACH), redirects: true },
  supports_recurring: { check: bool, standard: 'true', loosens: nothing(REACH), redirects: true },
  // If switched off, a payment that needs 3D Secure goes to another bank, or is refused: the tenant's policy decides which payments need it.
  supports_3d: { check: bool, standard: 'true', loosens: nothing(REACH), redirects: true },
  // 3d_pay: the bank charges before our rule about md_status has been asked. The tenant's preferred flow orders configurations by it.
  three_d_model: { standard: '3d_secure', loosens: { by: 'leaving', value: '3d_secure' }, redirects: true },
  // A gateway serves several banks, and this number says which one. Its connector checks it, and has the numbers it knows.
  mbr_id: { standard: '', loosens: nothing(REACH), redirects: true },
  // Where store_id and terminal_id are no numbers that the bank's files name: a file counts for the configuration that has its number.
  merchant_number: { check: merchantNumber, standard: '', loosens: nothing(NUMBER), redirects: true },
  accepted_md_status: {
    check: mdStatus,
    standard: '1,2,3,4',
    loosens: { by: 'adding', membersOf: listed },
    redirects: false,
  },
  supports_void: { check: bool, standard: 'true', loosens: nothing(OFFERED), redirects: false },
  supports_refund: { check: bool, standard: 'true', loosens: nothing(OFFERED), redirects: false },
  supports_points: { check: bool, standard: 'true', loosens: nothing(OFFERED), redirects: false },
  dcc_enabled: {
    check: conversions,
    standard: 'false',
    loosens: nothing('a conversion is between shopper and bank, and the shopper agrees to each'),
    redirects: false,
  },
  require_city_code: {
    check: bool,
    standard: 'false',
    loosens: nothing('a form of addresses that a bank asks for, and refuses itself where it is missing'),
    redirects: false,
  },
  bank_commission_rate: { check: percent, standard: '0', loosens: nothing(SHOWN), redirects: false },
  merchant_commission_rate: { check: percent, standard: '0', loosens: nothing(SHOWN), redirects: false },
}

type Settings = Readonly<Record<string, string>>
const changedKeys = (before: Settings, after: Settings): [key: KnownKey, from: string, to: string][] =>
  Object.entries(KNOWN_KEYS).flatMap(([name, key]) => {
    const [from, to] = [before[name] ?? key.standard, after[name] ?? key.standard]
    return from === to ? [] : [[key, from, to]]
  })

export const loosensSettings = (before: Settings, after: Settings): boolean =>
  changedKeys(before, after).some(([key, from, to]) => isLooser(key, from, to))

export const redirectsBySettings = (before: Settings, after: Settings): boolean =>
  changedKeys(before, after).some(([{ redirects }]) => redirects)

/** Other keys are free. */
export const checkKnownSettings = (settings: Settings, capabilities: Capabilities | undefined): ConfigurationFault[] =>
  Object.entries(KNOWN_KEYS).flatMap(([key, { check }]) => {
    const fault = settings[key] === undefined ? undefined : check?.(settings[key], capabilities)
    return fault === undefined ? [] : { field: `extra_properties_dict.${key}`, message: fault }
  })
