/** The hosted page: no token, no cookie; the session id in its address is the key. */
import { Type } from 'typebox'
import { type Answer, type Endpoint, endpoint } from '../../access/endpoint.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import { PAGE_PATH } from '../model/page-url.ts'
import { cancelSession } from '../sessions/cancel-session.ts'
import { chooseCurrency } from './answer-offer-form.ts'
import { describeCard } from './card-answer.ts'
import { seeOther } from './page-answer.ts'
import { type Assets, readAssets } from './page-assets.ts'
import {
  chooseOtherCard,
  comeBack,
  type PageCall,
  sendAsset,
  sendLogo,
  show,
  submit,
  type Visit,
  visitPage,
} from './visit-page.ts'

const FORM_BYTES_MAX = 8 * 1_024

const shared = { tag: 'Checkout', allow: 'none', limit: 'none', isPage: true, answers: { 200: null } } as const
const ONE = `${PAGE_PATH}/:session_id`
const params = Type.Object({
  session_id: Type.String({ description: 'Id of the checkout session, as its creation returned it.' }),
})

export const pageEndpoints = (services: CheckoutServices): Endpoint[] => {
  const assets = readAssets()
  const page = { ...shared, params } as const
  const form = {
    ...page,
    method: 'POST',
    readsForm: true,
    body: Type.Object({}),
    bodyBytesMax: FORM_BYTES_MAX,
  } as const
  const visit: Visitor = (call, work) => visitPage(services, assets, call, work)
  return [
    endpoint({
      ...page,
      method: 'GET',
      path: ONE,
      summary: 'Hosted payment page',
      handle: (call) => visit(call, (visited) => show(visited, false)),
    }),
    endpoint({
      ...form,
      path: ONE,
      summary: 'Hosted payment page: pay',
      handle: (call) => visit(call, submit),
    }),
    endpoint({
      ...form,
      path: `${ONE}/cancel`,
      summary: 'Hosted payment page: cancel',
      handle: (call) =>
        visit(call, async ({ session, sessionId, language }) => {
          await cancelSession(services, session)
          return seeOther(`${PAGE_PATH}/${sessionId}?lang=${language}`)
        }),
    }),
    endpoint({
      ...form,
      path: `${ONE}/other-card`,
      summary: 'Hosted payment page: another card instead of the one at its bank',
      handle: (call) => visit(call, chooseOtherCard),
    }),
    endpoint({
      ...form,
      path: `${ONE}/currency`,
      summary: 'Hosted payment page: the currency of the card, or that of the payment',
      handle: (call) => visit(call, chooseCurrency),
    }),
    endpoint({
      ...page,
      method: 'GET',
      path: `${ONE}/bank`,
      summary: 'Hosted payment page: on to the bank',
      handle: (call) => visit(call, (visited) => show(visited, true)),
    }),
    endpoint({
      ...form,
      path: `${ONE}/card`,
      summary: 'Hosted payment page: what the first digits of a card say',
      handle: (call) =>
        visit(call, async ({ session, pairs }) => ({
          status: 200,
          body: await describeCard(services, session, pairs.digits?.at(-1) ?? ''),
          headers: { 'cache-control': 'no-store' },
        })),
    }),
    ...besidePage(services, assets, visit),
  ]
}

type Visitor = (call: PageCall, work: (visited: Visit) => Promise<Answer>) => Promise<Answer>

/** Endpoints for files that the page loads, and for browsers that a bank sends back. */
const besidePage = (services: CheckoutServices, assets: Assets, visit: Visitor): Endpoint[] => [
  endpoint({
    ...shared,
    params,
    method: 'GET',
    path: `${ONE}/logo`,
    summary: 'Hosted payment page: the logo of its merchant',
    handle: (call) => visit(call, ({ session }) => sendLogo(services, session)),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: `${PAGE_PATH}/assets/:name`,
    params: Type.Object({ name: Type.String({ description: 'Name of the file.' }) }),
    summary: 'Hosted payment page: its script and style sheet',
    handle: async (call) => sendAsset(assets, call.params.name),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: `${PAGE_PATH}/back/:token`,
    params: Type.Object({ token: Type.String({ description: 'Token of the payment page.' }) }),
    summary: 'Hosted payment page: back from the bank',
    handle: (call) => comeBack(services, assets, call),
  }),
]
