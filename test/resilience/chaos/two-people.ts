/** Two administrators of a tenant under load who check the bank's records and resolve operations that no inquiry can. */
import { DEMO_LOAD } from './load-tenant.ts'
import { asOwner } from './platform-records.ts'
import { asLoad, type Caller, loadToken } from './program.ts'

const PATH = '/api/v1/unresolved-operations'

/** The second of them; the first is the administrator. */
export const appointSecond = (ownerUrl: string, { id } = DEMO_LOAD): Promise<unknown> =>
  asOwner(ownerUrl, (client) =>
    client.query(
      `update clients set roles = roles || '{pos-admin}'
       where tenant_id = $1 and display_name = 'Transfer checker' and not roles @> '{pos-admin}'`,
      [id],
    ),
  )

/** Resolves what the bank does not know, once no call can be under way any more; returns how many. */
export const sayNotBooked = async (program: Caller): Promise<number> => {
  const { body } = await asLoad(program, 'GET', `${PATH}?status=waiting&page_size=100`)
  const unknown = (body?.items ?? []).filter(({ reason }: { reason: string }) => reason === 'not_found')
  const outcome = 'not_booked'
  for (const { id } of unknown) {
    await asLoad(program, 'POST', `${PATH}/${id}/propose`, {
      body: { outcome, note: 'not in the records of the bank' },
    })
    await asLoad(program, 'POST', `${PATH}/${id}/confirm`, {
      token: await loadToken(program, 'checker'),
      body: { outcome },
    })
  }
  return unknown.length
}
