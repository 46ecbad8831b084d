/** A shop at the bank simulator whose days are settled: the bank's file, its reconciliation, and the settlements that follow. */
import assert from 'node:assert/strict'
import { startBank } from '../support/bank.ts'
import { orderOf, sendBankFile } from '../support/bank-files.ts'
import { wiredConnectors } from '../support/bank-rig.ts'
import { openSecondPerson } from '../support/second-person.ts'
import { openShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const { demo } = wiredConnectors.find(({ family }) => family === 'nestpay')!
export const BANK_MERCHANT = demo.storeId ?? ''
// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Row = any

export const openBankDays = async () => {
  const shop = await openShop()
  const second = await openSecondPerson(shop)
  const bank = await startBank({ port: shop.vezne.config.ports.bank })
  const configuration = await shop.configurationOf(demo.code)
  const [owner] = (await shop.rows(
    `select m.tenant_id, m.id from merchants m join realms r on r.tenant_id = m.tenant_id where r.slug = 'tenant-load' and m.external_id = 'M-3001'`,
    [],
  )) as [{ tenant_id: string; id: string }]
  const extra_properties = { connector_configuration_id: configuration }
  const send = async (nth = -1) => {
    const { files } = (await bank.control.call('GET', '/settlement')).body
    const { day, number } = files.at(nth)
    const file = await fetch(`${bank.url}/control/settlement/${day}/${BANK_MERCHANT}?number=${number}&profile=csv`)
    const bytes = new Uint8Array(await file.arrayBuffer())
    const { status, body, text } = await sendBankFile(shop, bytes, `sha256=${file.headers.get('x-sha256')}`)
    assert.ok(status < 300, text)
    return body.reconciliation_id as string
  }
  const settlementsOf = async (reconciliation: string): Promise<Row[]> => {
    await until('its settlements are made', async () => {
      const [run] = await shop.rows('select stage from settlement_runs where reconciliation_id = $1', [reconciliation])
      return run?.stage === 'done'
    })
    const { body } = await shop.call('GET', '/settlements?page_size=100')
    return body.items.filter((row: Row) => row.reconciliation_id === reconciliation)
  }
  return {
    shop,
    bank,
    configuration,
    tenantId: owner.tenant_id,
    merchant: owner.id,
    orderOf,
    sell: (amount: number, change: object = {}) =>
      shop.sell({ extra_properties, amount: { amount, currency: 'TRY' }, ...change }),
    /** The bank's last file, or the nth of them; returns its reconciliation. */
    send,
    settlementsOf,
    /** Says that a settlement is paid, as two people. */
    settle: second.settle,
    linesOf: async (id: string): Promise<Row[]> =>
      (await shop.call('GET', `/settlements/${id}/lines?page_size=100`)).body.items,
    finalize: async (reconciliation: string, body: object = {}) => {
      const answer = await shop.call('POST', `/reconciliations/${reconciliation}/finalize`, body)
      assert.equal(answer.status, 200, answer.text)
      return settlementsOf(reconciliation)
    },
    resolve: async (reconciliation: string, is: (row: Row) => boolean, body: object) => {
      const { details } = (await shop.call('GET', `/reconciliations/${reconciliation}`)).body
      const row = details.find(is)
      const answer = await shop.call('POST', `/reconciliations/${reconciliation}/details/${row.id}/resolve`, body)
      assert.equal(answer.body.detail_status === 'pending', false, answer.text)
    },
    /** Debits less credits of an account, as the journal and the entries of settlements have them. */
    balance: async (account: string): Promise<number> => {
      const [row] = await shop.rows(
        `select coalesce(sum(case when debit_account = $1 then amount else -amount end), 0)::bigint as balance
         from (select debit_account, credit_account, amount from journal union all
           select debit_account, credit_account, amount from settlement_entries) e where $1 in (debit_account, credit_account)`,
        [account],
      )
      return row.balance
    },
    stop: async () => {
      await shop.vezne.stop()
      await bank.stop()
    },
  }
}
