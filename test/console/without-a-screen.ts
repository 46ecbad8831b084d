/** Published operations that no screen has a way to, and why. */

const because = (reason: string, ids: readonly string[]): readonly (readonly [string, string])[] =>
  ids.map((id) => [id, reason] as const)

/** For programs: people have another way, or nothing to do there. */
export const FOR_PROGRAMS: ReadonlyMap<string, string> = new Map([
  ...because('takes a card, which is never typed into the console', [
    'postPayments3dComplete',
    'postPaymentsRecurring',
    'postRecurring',
    'postPaymentsByTransactionIdPointInquiry',
    'postPaymentsByTransactionIdDccConfirm',
    'postFieldsSessions',
    'cards.getLookupsBinsByBin',
    'identity.getLookupsBinsByBin',
    'cards.postValidationCard',
    'identity.postValidationCard',
    'postValidationCreditcard',
  ]),
  ...because('the page of the shopper calls it', [
    'postCheckoutSessionsBySessionIdPay',
    'postCheckoutSessionsBySessionIdComplete',
    'getCheckoutSessionsBySessionIdTransactionStatus',
  ]),
  ...because('the same with the payment in the path is what the screens call', [
    'postCapture',
    'postRefund',
    'postVoid',
    'getPaymentsByTransactionId',
    'getPaymentsByTransactionIdHistory',
    'getTransactionsByIdHistories',
    'postPaymentsByTransactionIdRecurringCancel',
  ]),
  ...because('it replaces the whole; the forms send what was changed by PATCH, and leave alone what waits', [
    'putMerchantsById',
    'putTenantsMeApiKeysById',
    'putPlatformTenantsByTenantIdApiKeysById',
    'putTenantsMeIdentityProvidersById',
  ]),
  ...because('one row of a list that says all of it', [
    'getCancellationRequestsById',
    'getConnectorErrorCodesByKey',
    'getConnectoraccountsByConnectorConfigurationByConnectorConfigurationId',
    'getFraudBlacklistById',
    'getPlatformFraudBlacklistById',
    'getPlatformPlansById',
    'getRecipientsByBankByBankId',
    'getRefundsById',
    'getTenantsMeIdentityProvidersById',
    'getMonitorsChannelsById',
    'getRecurringtransfersById',
    'getMerchantsBankProfileCounts',
    'getConnectorsByIdHealth',
    'getConnectorConfigurationsByIdHealth',
  ]),
  ...because('the form’s own operation checks the same', [
    'cards.postValidationIban',
    'identity.postValidationIban',
    'transfers.postValidationIban',
  ]),
  ...because('the same on another surface is what the screens call', [
    'cards.getLookupsBanks',
    'cards.getLookupsBankBins',
    'cards.getLookupsConnectorHosts',
    'cards.getLookupsCities',
    'cards.getLookupsDistricts',
    'cards.getLookupsMccCodes',
    'transfers.getSettings',
    'transfers.getSettingsById',
    'transfers.getSettingsKnown',
    'transfers.postSettings',
    'transfers.putSettingsById',
    'transfers.deleteSettingsById',
    'getTransfersByIdReceiptBase64',
  ]),
  ...because('the backend of the console says it in `me`', [
    'getMe',
    'getAuthBySlugMe',
    'getMerchantsMe',
    'getSandboxClock',
  ]),
  ...because('the figures of another period', ['getDashboard', 'getDashboardWeekly', 'getDashboardRange']),
  ...because('what probes ask', ['getHealth']),
  ...because('one change of many, of which the screens make each', [
    'patchRoutingRulesByIdScore',
    'postRoutingRulesBulkDelete',
    'postSimpleRoutingRulesBulkDelete',
  ]),
  ...because('looked up by programs; the platform’s people keep them', [
    'identity.getLookupsBanks',
    'identity.getLookupsBankBins',
    'identity.getLookupsConnectorHosts',
    'identity.getLookupsCities',
    'identity.getLookupsDistricts',
    'identity.getLookupsMccCodes',
  ]),
])

/** For people, who do it without the console until it has a screen. */
export const NO_SCREEN_YET: ReadonlyMap<string, string> = new Map()
