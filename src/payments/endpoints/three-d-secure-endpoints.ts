/** 3D Secure: its operations, and the page that gives a browser its form to the bank. */
import type { Endpoint } from '../../access/endpoint.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import type { FormCache } from '../three-d-secure/pages/form-cache.ts'
import { completeThreeD } from './complete-three-d.ts'
import { initThreeD } from './init-three-d.ts'
import { receiveCallbacks } from './receive-three-d-callback.ts'
import { redirectPage } from './three-d-redirect-page.ts'

export const threeDSecureEndpoints = (services: PaymentServices, forms: FormCache): Endpoint[] => [
  initThreeD(services, forms),
  ...receiveCallbacks(services),
  completeThreeD(services),
  redirectPage(services, forms),
]
