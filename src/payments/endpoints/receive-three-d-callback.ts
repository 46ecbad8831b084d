/**
 * GET and POST /api/v1/payments/3d/callback: the bank's response, carried by the shopper's browser. It has no cookie or
 * token and is trusted only after every check.
 */
import { type Endpoint, endpoint, type Pairs } from '../../access/endpoint.ts'
import type { ProblemCode } from '../../core/problem.ts'
import type { StepServices } from '../attempts/payment-services.ts'
import { CALLBACK_PATH } from '../three-d-secure/callback-url.ts'
import { readQuery, receiveCallback } from '../three-d-secure/receive-callback.ts'
import { BankCallback, CallbackQuery, CallbackTokenQuery } from '../three-d-secure/three-d-schemas.ts'

const shared = {
  path: CALLBACK_PATH,
  tag: 'Payments',
  allow: 'none',
  limit: 'none',
  idempotent: false,
  answers: { 303: null },
  errors: [
    'empty_callback_data',
    'missing_transaction_id',
    'three_ds_verify_failed',
    'three_ds_card_mismatch',
    'three_ds_complete_exception',
  ] as ProblemCode[],
} as const
const ABOUT =
  "Called by the shopper's browser on its way from the bank to the shop. The signature, the payment, amount and currency are checked against what was stored, and at banks that sign nothing the bank is asked; a forged callback changes nothing. A second one leads to the same place."

export const receiveCallbacks = (services: StepServices): Endpoint[] => [
  endpoint({
    ...shared,
    method: 'GET',
    summary: 'Return from the bank after a challenge',
    description: ABOUT,
    query: CallbackQuery,
    handle: (call) => receiveCallback(services, call, readQuery(call)),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    summary: 'Return from the bank after a challenge, as a form',
    description: `${ABOUT} The fields are the sandbox bank's; every other bank posts its own to the same address.`,
    query: CallbackTokenQuery,
    readsForm: true,
    body: BankCallback,
    handle: (call) => receiveCallback(services, call, call.body as unknown as Pairs),
  }),
]
