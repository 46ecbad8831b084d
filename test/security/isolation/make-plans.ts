/** A recurring transfer of a tenant's or merchant's own, to a recipient made for it. */
import type { Answer } from '../../support/http.ts'
import type { Whose } from './owned.ts'
import type { Rig } from './rig.ts'

interface Owner extends Whose {
  token: string
  headers: Record<string, string>
  word: string
}

const DAY_MS = 86_400_000

/** With every text of a plan filled. */
export const makePlan = async (rig: Rig, { tenantId, merchantId, token, headers, word }: Owner): Promise<Answer> => {
  const oneOf = async (table: string, condition: string): Promise<string | undefined> => {
    const rows = await rig.rows<{ id: string }>(
      `select id from ${table} where tenant_id = '${tenantId}' and is_active and not is_deleted and ${condition} limit 1`,
    )
    return rows[0]?.id
  }
  const merchant = merchantId ?? (await oneOf('merchants', "status = 'approved'")) ?? ''
  const post = (path: string, body: unknown): Promise<Answer> =>
    rig.vezne.request('transfers', 'POST', `/api/v1${path}`, {
      token,
      headers: {
        'x-tenant-id': tenantId,
        'x-merchant-id': merchant,
        ...headers,
      },
      body,
    })
  const recipient = await post('/recipients', { holder_name: word, iban: 'TR160090100000000000009000' })
  return post('/recurringtransfers', {
    plan_name: `${word} plan`,
    connector_account_id: await oneOf('source_accounts', "currency = 'TRY'"),
    recipient_id: recipient.body.data,
    amount: 10_000,
    description: `${word} description`,
    transfer_type: 'fast',
    repeat_type: 'monthly',
    start_date: new Date(rig.vezne.runtime.clock.ms() + DAY_MS).toISOString(),
    end_type: 'indefinite',
  })
}
