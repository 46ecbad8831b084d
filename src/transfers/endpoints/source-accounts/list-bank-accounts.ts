/** GET /api/v1/accounts, and the bank's accounts that are not bound yet; both are read live from the bank. */
import { Type } from 'typebox'
import { endpoint } from '../../../access/endpoint.ts'
import { ConfigurationId, described } from '../../../core/schema.ts'
import { askBankForCaller } from '../../bank/ask-bank.ts'
import { isSameAccount, toBankAccountResponse } from '../../bank/bank-account-info.ts'
import { requireBankOfConfiguration, type SourceAccountServices } from '../../bank/source-account-requests.ts'
import { findServingBank, type ServingBank } from '../../bank/transfer-order.ts'
import { okEnveloped } from '../../schemas/response-envelope.ts'
import { AccountsEnvelope } from '../../schemas/source-account-schemas.ts'
import { findLiveSourceAccounts, type SourceAccountRow } from '../../source-accounts/source-account-store.ts'

export const listBankAccounts = (services: SourceAccountServices) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/accounts',
    tag: 'Accounts',
    summary: 'Accounts with their balances at the bank',
    description:
      'The connector accounts, with what their banks say at this moment. Without a configuration: of all active ones. ' +
      'One that its bank does not show is left out.',
    allow: 'read',
    query: Type.Object({
      connector_configuration_id: Type.Optional(
        described(ConfigurationId, 'Only accounts of the connector configuration with this id or name.'),
      ),
    }),
    answers: { 200: AccountsEnvelope },
    errors: ['connector_not_found', 'bank_data_unavailable', 'bank_balance_unavailable', 'bank_system_error'],
    async handle({ tenantId, query, read }) {
      const wanted = query.connector_configuration_id?.toLowerCase()
      const asked = wanted === undefined ? undefined : await requireBankOfConfiguration(services, tenantId, wanted)
      const bound = await read((tx) => findLiveSourceAccounts(tx, tenantId))
      const banks = asked ? [asked] : await banksOfBoundAccounts(services, tenantId, bound)
      const lists = await Promise.all(
        banks.map(async (at) => {
          const own = bound.filter((each) => each.configuration_id === at.configuration.id)
          if (own.length === 0) return []
          const { shown, words } = await accountsAtBank(services, at)
          return own.flatMap((account) => {
            const found = shown.find((each) => isSameAccount(account, each))
            return found === undefined ? [] : toBankAccountResponse(found, account, at, words)
          })
        }),
      )
      return okEnveloped(lists.flat())
    },
  })

export const listUnboundAccounts = (services: SourceAccountServices) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/connectoraccounts/bank-accounts',
    tag: 'ConnectorAccounts',
    summary: 'Accounts a bank shows that are not bound yet',
    description: 'Asks the bank. Choose one of them and bind it, to send money from it.',
    allow: 'admin',
    query: Type.Object({
      connector_configuration_id: described(
        ConfigurationId,
        'Id or name of the connector configuration whose bank is asked.',
      ),
    }),
    answers: { 200: AccountsEnvelope },
    errors: ['connector_not_found', 'bank_data_unavailable', 'bank_balance_unavailable', 'bank_system_error'],
    async handle({ tenantId, query, read }) {
      const at = await requireBankOfConfiguration(services, tenantId, query.connector_configuration_id.toLowerCase())
      const bound = await read((tx) => findLiveSourceAccounts(tx, tenantId))
      const { shown, words } = await accountsAtBank(services, at)
      return okEnveloped(
        shown
          .filter((each) => !bound.some((account) => isSameAccount(account, each)))
          .map((each) => toBankAccountResponse(each, undefined, at, words)),
      )
    },
  })

/** Returns the banks of active configurations that have an account bound. */
const banksOfBoundAccounts = async (
  services: SourceAccountServices,
  tenantId: string,
  bound: readonly SourceAccountRow[],
): Promise<ServingBank[]> => {
  const ids = [...new Set(bound.map((account) => account.configuration_id))]
  const banks = await Promise.all(
    ids.map((id) => findServingBank(services, { tenant_id: tenantId, configuration_id: id })),
  )
  return banks.filter((at) => at?.configuration.isActive === true) as ServingBank[]
}

const accountsAtBank = async (services: SourceAccountServices, serving: ServingBank) => {
  const shown = await askBankForCaller(services, serving, (context) =>
    serving.bank.accounts(serving.configuration, context),
  )
  const { bankOf } = await services.reference.data()
  return { shown, words: { bankOf, nowMs: services.runtime.clock.ms() } }
}
