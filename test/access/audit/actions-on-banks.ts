/** Privileged actions on banks: connectors, configurations, meanings of codes, routing. */
import { type Actions, BANK_SECRET } from './actions-rig.ts'

const SIMBANK = '00000000-0000-4000-8000-000000000030'

export const actOnConnectors = async ({ act }: Actions): Promise<void> => {
  const made = await act(
    'POST /connectors',
    '/connectors',
    { body: { name: 'Audit bank', type: 'custom' } },
    {
      kind: 'connector',
      before: null,
      after: { name: 'Audit bank', code: 'AUDIT_BANK' },
    },
  )
  const { id } = made.body
  await act(
    'PUT /connectors/{id}',
    `/connectors/${id}`,
    { body: { name: 'Other bank', type: 'custom' } },
    {
      kind: 'connector',
      id,
      before: { name: 'Audit bank' },
      after: { name: 'Other bank' },
    },
  )
  const off = { kind: 'connector', id, before: { is_active: 'true' }, after: { is_active: 'false' } }
  await act('POST /connectors/{id}/deactivate', `/connectors/${id}/deactivate`, {}, off)
  await act('POST /connectors/{id}/activate', `/connectors/${id}/activate`, {}, { kind: 'connector', id })
  const body = {
    connector_id: SIMBANK,
    name: 'AUDIT-CONF',
    mode: 'test',
    password: BANK_SECRET,
    api_key: BANK_SECRET,
    priority: 900,
  }
  const kind = 'connector_configuration'
  const configured = await act(
    'POST /connector-configurations',
    '/connector-configurations',
    { body },
    {
      kind,
      before: null,
      after: { name: 'AUDIT-CONF' },
    },
  )
  const path = `/connector-configurations/${configured.body.id}`
  const one = { kind, id: configured.body.id }
  const changed = { ...body, name: 'AUDIT-CONF-2', password: `${BANK_SECRET}2` }
  await act('PUT /connector-configurations/{id}', path, { body: changed }, { ...one, before: { name: 'AUDIT-CONF' } })
  await act('POST /connector-configurations/{id}/deactivate', `${path}/deactivate`, {}, one)
  await act('POST /connector-configurations/{id}/activate', `${path}/activate`, {}, one)
  await act('DELETE /connector-configurations/{id}', path, {}, { ...one, after: null })
  await act('DELETE /connectors/{id}', `/connectors/${id}`, {}, { kind: 'connector', id, after: null })
}

export const actOnCodes = async ({ act, vezne }: Actions): Promise<void> => {
  const item = { connector_code: 'SIMBANK', provider_error_code: 'AUD1', category: 'BankDeclined' }
  await act(
    'POST /connector-error-codes/bulk',
    '/connector-error-codes/bulk',
    { body: { items: [item] } },
    {
      kind: 'connector_error_code',
      before: null,
      after: { provider_error_code: 'AUD1' },
    },
  )
  const token = await vezne.token('admin')
  const list = await vezne.request('cards', 'GET', '/api/v1/connector-error-codes?connector_code=SIMBANK', { token })
  const { id } = list.body.find((each: { provider_error_code: string }) => each.provider_error_code === 'AUD1')
  await act(
    'PUT /connector-error-codes/{key}',
    `/connector-error-codes/${id}`,
    { body: { category: 'Technical' } },
    {
      kind: 'connector_error_code',
      id,
      before: { category: 'BankDeclined' },
      after: { category: 'Technical' },
    },
  )
}

export const actOnRouting = async ({ act, vezne }: Actions): Promise<void> => {
  const token = await vezne.token('admin')
  const configurations = await vezne.request('cards', 'GET', '/api/v1/connector-configurations', { token })
  const target = configurations.body.items.find(({ name }: { name: string }) => name === 'SIM-PRIMARY').id
  for (const [path, kind] of [
    ['/routing-rules', 'routing_rule'],
    ['/simple-routing-rules', 'simple_routing_rule'],
  ] as const) {
    const body = { name: 'audited', priority: 900, min_amount: 0, max_amount: 100, target_connector_config_id: target }
    const { body: id } = await act(`POST ${path}`, path, { body }, { kind, before: null, after: { name: 'audited' } })
    const one = { kind, id }
    const renamed = { before: { name: 'audited' }, after: { name: 'renamed' } }
    await act(`PUT ${path}/{id}`, `${path}/${id}`, { body: { ...body, name: 'renamed' } }, { ...one, ...renamed })
    await act(`POST ${path}/{id}/deactivate`, `${path}/${id}/deactivate`, {}, one)
    await act(`POST ${path}/{id}/activate`, `${path}/${id}/activate`, {}, one)
    if (kind === 'routing_rule')
      await act(
        `PATCH ${path}/{id}/score`,
        `${path}/${id}/score`,
        { body: { weight: 7 } },
        { ...one, after: { weight: '7' } },
      )
    await act(`POST ${path}/bulk-delete`, `${path}/bulk-delete`, { body: { ids: [id] } }, { ...one, after: null })
    const again = await act(`POST ${path}`, path, { body }, { kind })
    await act(`DELETE ${path}/{id}`, `${path}/${again.body}`, {}, { kind, id: again.body, after: null })
  }
  const settings = await vezne.request('cards', 'GET', '/api/v1/routing-rules/settings', { token })
  await act(
    'PUT /routing-rules/settings',
    '/routing-rules/settings',
    { body: settings.body },
    {
      kind: 'routing_settings',
      id: null,
      before: {},
      after: {},
    },
  )
}
