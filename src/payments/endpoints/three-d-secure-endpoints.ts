/** 3D Secure: its operations, and the page that gives a browser its form to the bank. */
import type { Endpoint } from '../../access/endpoint.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { completeThreeD } from './complete-three-d.ts'
import { initThreeD } from './init-three-d.ts'
import { receiveCallbacks } from './receive-three-d-callback.ts'
import { redirectPage } from './three-d-redirect-page.ts'

export const threeDSecureEndpoints = (services: PaymentServices): Endpoint[] => [
  initThreeD(services),
  ...receiveCallbacks(services),
  completeThreeD(services),
  redirectPage(services),
]
