/** Every fault of the bank: its stage, its parameters, its effect. */

import type { FaultKind } from './fault-kind.ts'
import { FILE_FAULTS } from './file-catalogue.ts'
import { TRANSFER_FAULTS } from './transfer-catalogue.ts'

const HOLD_MS = 120_000

export const FAULTS = {
  timeout_before: {
    place: 'call',
    parameters: { hold_ms: HOLD_MS },
    does: 'reads, books nothing, stays silent for hold_ms (or until the caller leaves), cuts the line',
  },
  late_charge: {
    place: 'call',
    parameters: { after_ms: 1_000, hold_ms: HOLD_MS },
    does: 'stays silent, and works on the call only after after_ms of real time: a reversal in between leaves a tombstone and wins',
  },
  reset: { place: 'call', parameters: {}, does: 'reads, books nothing, resets the connection' },
  http_5xx_before: { place: 'call', parameters: { status: 503 }, does: 'books nothing, answers status with a text' },
  declined_but_charged: { place: 'books', parameters: {}, does: 'answers 05 and books all the same' },
  approved_then_reversed: {
    place: 'books',
    parameters: {},
    does: 'approves a charge and takes it back without a word',
  },
  stale_inquiry: {
    place: 'books',
    on: 'both',
    parameters: { minutes: 5 },
    does: 'books; inquiries find nothing for minutes of the bank clock',
  },
  duplicate_reference: { place: 'books', parameters: {}, does: 'books with the references of the movement before' },
  order_id_reused: { place: 'books', parameters: {}, does: 'refuses as if the order number were taken; books nothing' },
  void_race: {
    place: 'books',
    parameters: { day_end: 'before' },
    does: 'the day ends while a void is on its way: before it is decided, or right after',
  },
  refund_pending: {
    place: 'books',
    parameters: { hours: 24, fails: false },
    does: 'accepts a refund; the money moves, or with fails does not, after hours of the bank clock',
  },
  timeout_after_charge: {
    place: 'answer',
    parameters: { hold_ms: HOLD_MS },
    does: 'books, stays silent for hold_ms, cuts the line',
  },
  http_5xx_after: { place: 'answer', parameters: { status: 500 }, does: 'books, answers status with a text' },
  drop_half_body: { place: 'answer', parameters: {}, does: 'books, cuts the line in the middle of the answer' },
  slow: { place: 'answer', parameters: { delay_ms: 1_000 }, does: 'books, answers after delay_ms' },
  html_instead: {
    place: 'answer',
    parameters: { booked: true },
    does: 'answers a maintenance page with status 200; with booked false nothing is booked',
  },
  json_instead: {
    place: 'answer',
    parameters: { status: 503, body: '{"status":"queued"}', booked: true },
    does: 'answers status with body as JSON, which the bank documents nowhere; with booked false nothing is booked',
  },
  wrong_charset: {
    place: 'answer',
    parameters: {},
    does: 'books; the bytes of the answer are not in the charset that it names',
  },
  extra_fields: {
    place: 'answer',
    parameters: {},
    does: 'books; unknown elements in the answer, unknown fields in callbacks',
  },
  bad_hash: { place: 'callback', parameters: {}, does: 'the callback is signed with another key' },
  tampered_amount: {
    place: 'callback',
    parameters: { minor: 100 },
    does: 'the callback names minor as its amount; the hash is right where the bank does not hash the amount (Garanti), over the changed fields elsewhere; 3d_pay charges this much',
  },
  swapped_order: {
    place: 'callback',
    parameters: { order_id: '' },
    does: 'the callback of another finished order of the merchant is posted, with a valid hash; order_id names it, else the last one',
  },
  callback_twice: {
    place: 'callback',
    parameters: { copies: 2 },
    does: 'the bank posts copies - 1 of the callback itself, all at once, before the browser does',
  },
  callback_late: {
    place: 'callback',
    parameters: { minutes: 20 },
    does: 'the page says that it takes longer; the bank posts the callback once minutes of its clock have passed',
  },
  callback_never: {
    place: 'callback',
    parameters: {},
    does: 'the shopper is gone: nothing is posted; 3d_pay has charged',
  },
  callback_then_success_url: {
    place: 'callback',
    parameters: {},
    does: 'the bank posts the callback itself, waits for the answer, then the browser brings the same',
  },
  md1_then_decline: {
    place: 'books',
    parameters: {},
    authenticated: true,
    does: 'the authentication succeeds (md status 1), the authorization is refused with 05',
  },
  md_bad_but_charged: {
    place: 'callback',
    parameters: { md_status: '7' },
    does: 'the callback says md status 5, 7 or 8, and 3d_pay has charged all the same',
  },
  ...TRANSFER_FAULTS,
  ...FILE_FAULTS,
} as const satisfies Readonly<Record<string, FaultKind>>

/** Takes effect when it is armed: the port is closed for for_ms, then open again. */
export const REFUSE_CONNECT = 'refuse_connect'

export type FaultName = keyof typeof FAULTS

export const faultKind = (name: string): FaultKind => FAULTS[name as FaultName]
