/** 3D Secure: its operations, and the page that hands a browser its form to the bank. */
import type { Endpoint } from '../../access/endpoint.ts'
import type { PaymentDesk } from '../payment-desk.ts'
import { completeThreeD } from './complete-three-d.ts'
import { initThreeD } from './init-three-d.ts'
import { openKeptForms } from './pages/kept-forms.ts'
import { redirectPage } from './pages/redirect-page.ts'
import { receiveCallbacks } from './receive-callback.ts'

export const threeDSecureEndpoints = (desk: PaymentDesk): Endpoint[] => {
  const forms = openKeptForms()
  return [initThreeD(desk, forms), ...receiveCallbacks(desk), completeThreeD(desk), redirectPage(desk, forms)]
}
