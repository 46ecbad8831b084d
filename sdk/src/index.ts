/** The client of the platform: operations, errors, money. Webhooks are in `vezne-sdk/webhooks`. */

export type { StoredToken, TokenStore } from './client/access-token.ts'
export type { CallOptions, Waiting } from './client/call.ts'
export { type ClientOptions, createVezne, type Urls, type Vezne } from './client/client.ts'
export { ConnectionError, isProblem, type ProblemError, VezneError } from './client/errors.ts'
export type { Payments } from './client/payments.ts'
export type { Answer, Operation, OperationInput, SurfaceClient } from './client/surface.ts'
export type * as Cards from './generated/cards.ts'
export type { ErrorStatus } from './generated/error-codes.ts'
export type * as Fraud from './generated/fraud.ts'
export type * as Identity from './generated/identity.ts'
export type * as Transfers from './generated/transfers.ts'
export {
  addMoney,
  compareMoney,
  formatMoney,
  type Money,
  money,
  parseMoney,
  subtractMoney,
  toDecimal,
} from './money.ts'
