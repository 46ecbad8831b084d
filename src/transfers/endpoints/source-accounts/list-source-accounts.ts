/** GET /api/v1/connectoraccounts: all of them, those of one configuration, and one of them. */
import { Type } from 'typebox'
import { endpoint } from '../../../access/endpoint.ts'
import { toPage } from '../../../core/pagination.ts'
import { phrase } from '../../../core/phrases/phrase.ts'
import { Problem } from '../../../core/problem.ts'
import { ConfigurationId, described, Uuid } from '../../../core/schema.ts'
import {
  loadDisplayContext,
  requireSourceAccount,
  type SourceAccountServices,
} from '../../bank/source-account-requests.ts'
import { okEnveloped } from '../../schemas/response-envelope.ts'
import {
  AccountAnswer,
  AccountPageEnvelope,
  AccountPageQuery,
  ListAccountsQuery,
} from '../../schemas/source-account-schemas.ts'
import { settableAccount, toSourceAccountResponse } from '../../source-accounts/displayed-source-accounts.ts'
import { findSourceAccount, pageOfSourceAccounts } from '../../source-accounts/source-account-store.ts'

export const listSourceAccounts = (services: SourceAccountServices) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/connectoraccounts',
    tag: 'ConnectorAccounts',
    summary: 'List connector accounts',
    description: 'The accounts transfers leave from, newest first.',
    allow: 'read',
    query: ListAccountsQuery,
    answers: { 200: AccountPageEnvelope },
    async handle({ tenantId, query, read }) {
      const words = await loadDisplayContext(services, tenantId)
      const { rows, total } = await read((tx) => pageOfSourceAccounts(tx, tenantId, query))
      return okEnveloped(
        toPage(
          rows.map((row) => toSourceAccountResponse(row, words)),
          total,
          query,
        ),
      )
    },
  })

export const getSourceAccount = (services: SourceAccountServices) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/connectoraccounts/:id',
    tag: 'ConnectorAccounts',
    summary: 'Read a connector account',
    description: 'One account that transfers leave from, as the list shows it.',
    allow: 'read',
    isTagged: true,
    params: Type.Object({ id: described(Uuid, 'Id of the source account, as its creation returned it.') }),
    answers: { 200: AccountAnswer },
    async handle({ tenantId, params, read }) {
      const words = await loadDisplayContext(services, tenantId)
      const row = requireSourceAccount(await read((tx) => findSourceAccount(tx, tenantId, params.id)))
      const account = toSourceAccountResponse(row, words)
      return { ...okEnveloped(account), tagged: settableAccount(account) }
    },
  })

export const listSourceAccountsOfConfiguration = (services: SourceAccountServices) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/connectoraccounts/by-connector-configuration/:connector_configuration_id',
    tag: 'ConnectorAccounts',
    summary: 'List connector accounts of a configuration',
    description: 'The accounts that were bound under one connector configuration.',
    allow: 'read',
    params: Type.Object({
      connector_configuration_id: described(
        ConfigurationId,
        'Only source accounts of the connector configuration with this id or name.',
      ),
    }),
    query: AccountPageQuery,
    notFound: 'connector_not_found',
    answers: { 200: AccountPageEnvelope },
    errors: ['connector_not_found'],
    async handle({ tenantId, params, query, read }) {
      const words = await loadDisplayContext(services, tenantId)
      const configurationId = params.connector_configuration_id.toLowerCase()
      if (!words.configurations.some(({ id }) => id === configurationId))
        throw new Problem('connector_not_found', { detail: phrase`This tenant has no configuration with this id.` })
      const { rows, total } = await read((tx) => pageOfSourceAccounts(tx, tenantId, { ...query, configurationId }))
      return okEnveloped(
        toPage(
          rows.map((row) => toSourceAccountResponse(row, words)),
          total,
          query,
        ),
      )
    },
  })
