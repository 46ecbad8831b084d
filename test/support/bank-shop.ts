/** Payments with 3D Secure through the gateways of real banks, which the bank simulator implements. */
import assert from 'node:assert/strict'
import { type BankProcess, startBank } from './bank.ts'
import { CARDS_3D, encode, type Form, formIn, formType, openThreeD } from './three-d.ts'
import { startVezne } from './vezne.ts'

export const GATEWAYS = [
  { code: 'NEST_PAY', merchant: '500100200', card: 'pan' },
  { code: 'GARANTI_VPOS', merchant: '10100200', card: 'cardnumber' },
] as const
export type Gateway = (typeof GATEWAYS)[number]
export type Model = '3d_secure' | '3d_pay'

export interface AtGateway {
  id: string
  page: string
  form: Form
  text: string
}

export const openBankShop = async () => {
  const vezne = await startVezne()
  const bank: BankProcess = await startBank({ port: vezne.config.ports.bank })
  const shop = openThreeD(vezne)
  const useModel = async ({ code }: { readonly code: string }, model: string): Promise<string> => {
    const [row] = await vezne.runtime.db.transaction({ of: shop.tenantId }, (tx) =>
      tx.query<{ id: string }>(
        `update connector_configurations c set extra_properties = c.extra_properties || jsonb_build_object('three_d_model', $3::text)
           from connectors k where k.tenant_id = c.tenant_id and k.id = c.connector_id and c.tenant_id = $1 and k.code = $2
         returning c.id`,
        [shop.tenantId, code, model],
      ),
    )
    vezne.runtime.notifications.publish('connectors', shop.tenantId)
    return row!.id
  }

  const init = async (configuration: string, card: string = CARDS_3D.frictionless, change: object = {}) => {
    const started = await shop.init(card, {
      extra_properties: { connector_configuration_id: configuration },
      ...change,
    })
    assert.equal(started.answer.status, 200, started.answer.text)
    const form = formIn(started.answer.body.extra_properties.html_content)
    return { ...started, form, text: started.answer.text } satisfies AtGateway
  }
  /** What the bank's page brings back after the browser has posted the form; the machine's way of answering it. */
  const atBank = async ({ form }: Pick<AtGateway, 'form'>, auto = 'ok'): Promise<Form> => {
    const answer = await fetch(`${form.action}?auto=${auto}`, {
      method: 'POST',
      headers: { ...formType, accept: 'application/json' },
      body: encode(form.fields),
    })
    const { action, fields } = (await answer.json()) as Form
    return { action, fields }
  }
  const callback = ({ action, fields }: Form) => shop.post(shop.pathOf(action), fields)
  const types = async (id: string): Promise<string[]> => (await shop.events(id)).map(({ type }) => type)
  const orderOf = async ({ merchant }: Gateway, id: string) => {
    const { orders } = await bank.control.orders()
    const reference = id.replaceAll('-', '')
    return orders.find((order) => order.merchant === merchant && order.order_id.toLowerCase().includes(reference))
  }
  /** What the bank holds in the end, in minor units. */
  const netOf = async (gateway: Gateway, id: string): Promise<number> => (await orderOf(gateway, id))?.net ?? 0
  return {
    vezne,
    bank,
    shop,
    useModel,
    init,
    atBank,
    callback,
    types,
    orderOf,
    netOf,
    async close(): Promise<void> {
      await bank.stop()
      await vezne.stop()
    },
  }
}
export type BankShop = Awaited<ReturnType<typeof openBankShop>>
