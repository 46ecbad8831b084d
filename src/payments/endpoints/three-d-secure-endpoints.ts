/** 3D Secure: its operations, and the page that hands a browser its form to the bank. */
import type { Endpoint } from '../../access/endpoint.ts'
import type { PaymentDesk } from '../attempts/payment-services.ts'
import { completeThreeD } from './complete-three-d.ts'
import { initThreeD } from './init-three-d.ts'
import { openKeptForms } from '../three-d-secure/pages/form-cache.ts'
import { redirectPage } from './three-d-redirect-page.ts'
import { receiveCallbacks } from './receive-three-d-callback.ts'

export const threeDSecureEndpoints = (desk: PaymentDesk): Endpoint[] => {
  const forms = openKeptForms()
  return [initThreeD(desk, forms), ...receiveCallbacks(desk), completeThreeD(desk), redirectPage(desk, forms)]
}
