/** GET /api/v1/accounts, and what a bank shows that is not bound yet: both asked of the bank at this moment. */
import { Type } from 'typebox'
import { endpoint } from '../../../access/endpoint.ts'
import { Uuid } from '../../../core/schema.ts'
import { okEnveloped } from '../../schemas/response-envelope.ts'
import { type AtBank, bankOfAccount } from '../../bank/bank-order.ts'
import { type AccountDesk, bankOfConfiguration } from './source-account-requests.ts'
import { AccountsEnvelope } from '../../schemas/source-account-schemas.ts'
import { liveAccounts, type StoredAccount } from '../../source-accounts/source-account-store.ts'
import { accountInfo, isSame } from '../../bank/bank-account-info.ts'
import { askForCaller } from '../../bank/ask-bank.ts'

export const listBankAccounts = (desk: AccountDesk) =>
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
      connector_configuration_id: Type.Optional(Type.String({ format: 'uuid', description: 'Of this configuration' })),
    }),
    answers: { 200: AccountsEnvelope },
    errors: ['connector_not_found', 'bank_data_unavailable', 'bank_balance_unavailable', 'bank_system_error'],
    async handle({ tenantId, query, read }) {
      const wanted = query.connector_configuration_id?.toLowerCase()
      const asked = wanted === undefined ? undefined : await bankOfConfiguration(desk, tenantId, wanted)
      const bound = await read((tx) => liveAccounts(tx, tenantId))
      const banks = asked ? [asked] : await banksOf(desk, tenantId, bound)
      const lists = await Promise.all(
        banks.map(async (at) => {
          const own = bound.filter((each) => each.configuration_id === at.configuration.id)
          if (own.length === 0) return []
          const { shown, words } = await shownBy(desk, at)
          return own.flatMap((account) => {
            const found = shown.find((each) => isSame(account, each))
            return found === undefined ? [] : accountInfo(found, account, at, words)
          })
        }),
      )
      return okEnveloped(lists.flat())
    },
  })

export const listUnboundAccounts = (desk: AccountDesk) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/connectoraccounts/bank-accounts',
    tag: 'ConnectorAccounts',
    summary: 'Accounts a bank shows that are not bound yet',
    allow: 'admin',
    query: Type.Object({
      connector_configuration_id: Type.Unsafe<string>({ ...Uuid, description: 'Whose bank is asked' }),
    }),
    answers: { 200: AccountsEnvelope },
    errors: ['connector_not_found', 'bank_data_unavailable', 'bank_balance_unavailable', 'bank_system_error'],
    async handle({ tenantId, query, read }) {
      const at = await bankOfConfiguration(desk, tenantId, query.connector_configuration_id.toLowerCase())
      const bound = await read((tx) => liveAccounts(tx, tenantId))
      const { shown, words } = await shownBy(desk, at)
      return okEnveloped(
        shown
          .filter((each) => !bound.some((account) => isSame(account, each)))
          .map((each) => accountInfo(each, undefined, at, words)),
      )
    },
  })

/** Banks of the active configurations that have an account bound. */
const banksOf = async (desk: AccountDesk, tenantId: string, bound: readonly StoredAccount[]): Promise<AtBank[]> => {
  const ids = [...new Set(bound.map((account) => account.configuration_id))]
  const banks = await Promise.all(ids.map((id) => bankOfAccount(desk, { tenant_id: tenantId, configuration_id: id })))
  return banks.filter((at) => at?.configuration.isActive === true) as AtBank[]
}

const shownBy = async (desk: AccountDesk, at: AtBank) => {
  const shown = await askForCaller(desk, at, (context) => at.bank.accounts(at.configuration, context))
  const { bankOf } = await desk.reference.data()
  return { shown, words: { bankOf, nowMs: desk.house.clock.ms() } }
}
