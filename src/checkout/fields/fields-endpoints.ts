/** The frame with the card fields: no token, no cookie; the secret in its address is the key, and one origin may show it. */
import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../access/endpoint.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import { CHECKOUT_SCRIPT_PATH, FIELDS_PATH } from '../model/page-url.ts'
import { describeCard } from '../page/card-answer.ts'
import { refusePage } from '../page/find-page.ts'
import { type Assets, readAssets } from '../page/page-assets.ts'
import { createFieldsSession } from './create-fields-session.ts'
import { sendCheckoutScript, showFields } from './fields-page.ts'
import { makeToken } from './make-token.ts'
import { checkIsOurPage, visitFields } from './visit-fields.ts'

const FORM_BYTES_MAX = 8 * 1_024
const ONE = `${FIELDS_PATH}/:session_secret`

const shared = { tag: 'CardFields', allow: 'none', limit: 'none', isPage: true, answers: { 200: null } } as const
const params = Type.Object({
  session_secret: Type.String({ description: 'Secret of the fields session, as its creation returned it.' }),
})
const form = {
  ...shared,
  params,
  method: 'POST',
  readsForm: true,
  body: Type.Object({}),
  bodyBytesMax: FORM_BYTES_MAX,
} as const

export const fieldsEndpoints = (services: CheckoutServices): Endpoint[] => {
  const assets = readAssets()
  return [createFieldsSession(services, assets), ...frameEndpoints(services, assets)]
}

const frameEndpoints = (services: CheckoutServices, assets: Assets): Endpoint[] => [
  endpoint({
    ...shared,
    method: 'GET',
    path: CHECKOUT_SCRIPT_PATH,
    summary: 'Card fields: the script of a shop’s page',
    handle: async () => sendCheckoutScript(assets),
  }),
  endpoint({
    ...shared,
    params,
    method: 'GET',
    path: ONE,
    summary: 'Card fields: the frame',
    handle: (call) =>
      visitFields(
        services,
        call,
        (visited) => showFields(assets, visited),
        (status, language) => refusePage(assets, language, status),
      ),
  }),
  endpoint({
    ...form,
    path: `${ONE}/token`,
    summary: 'Card fields: a token for the card',
    handle: (call) => visitFields(services, call, makeToken),
  }),
  endpoint({
    ...form,
    path: `${ONE}/card`,
    summary: 'Card fields: what the first digits of a card say',
    handle: (call) =>
      visitFields(services, call, async ({ session, pairs }) => {
        checkIsOurPage(services.payments.runtime.config, call)
        return {
          status: 200,
          body: await describeCard(services, session, pairs.digits?.at(-1) ?? ''),
          headers: { 'cache-control': 'no-store' },
        }
      }),
  }),
]
