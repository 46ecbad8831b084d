/** What a tenant or merchant sends money with: a receiver account, a connector account, a setting; each named with its marker word. */
import type { Answer } from '../../support/http.ts'
import type { Whose } from './owned.ts'
import type { Rig } from './rig.ts'

interface Owner extends Whose {
  token: string
  headers: Record<string, string>
  word: string
}

/** The operation's name and what it answered. */
export const makeAccounts = async (
  rig: Rig,
  { tenantId, merchantId, token, headers, word }: Owner,
): Promise<[name: string, answer: Answer][]> => {
  const one = async (text: string): Promise<string | undefined> =>
    (await rig.rows<{ id: string }>(text.replaceAll(':tenant', `'${tenantId}'`)))[0]?.id
  const merchant =
    merchantId ??
    (await one("select id from merchants where tenant_id = :tenant and status = 'approved' and is_active limit 1"))
  const post = (path: string, body: unknown): Promise<Answer> =>
    rig.vezne.request('transfers', 'POST', `/api/v1${path}`, {
      token,
      headers: { 'x-tenant-id': tenantId, 'x-merchant-id': merchant ?? '', ...headers },
      body,
    })
  const recipient = await post('/recipients', { holder_name: word, label: word })
  const bank = await one("select id from banks where code = '00901'")
  const configuration = await one(
    'select configuration_id as id from source_accounts where tenant_id = :tenant and not is_deleted limit 1',
  )
  const account = { recipient_id: recipient.body.data, account_number: '1234567890', holder_name: word, bank_id: bank }
  const source = {
    connector_configuration_id: configuration,
    bank_id: bank,
    holder_name: word,
    description: `${word} description`,
    account_number: String(Math.floor(Math.random() * 1e12)).padStart(16, '0'),
  }
  const setting = { key: `${word}.note`, value: word, scope: 'tenant', category: word, description: word }
  return [
    ['transfers POST /api/v1/receiveraccounts', await post('/receiveraccounts', account)],
    ['transfers POST /api/v1/connectoraccounts', await post('/connectoraccounts', source)],
    ['transfers POST /api/v1/settings', await post('/settings', setting)],
  ]
}
