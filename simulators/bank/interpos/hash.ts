/** The hashes of InterPOS: values one after the other without a mark between them, the key last, base64 of SHA-1. */
import { createHash } from 'node:crypto'
import type { Fields } from '../acs/three-d-adapter.ts'

const digest = (values: readonly (string | undefined)[]): string =>
  createHash('sha1')
    .update(values.map((value) => value ?? '').join(''))
    .digest('base64')

/** Hash of the form that the browser brings; neither card nor currency is among its values. */
export const formHash = (form: Fields, merchantPass: string): string => {
  const { ShopCode, OrderId, PurchAmount, OkUrl, FailUrl, TxnType, InstallmentCount, Rnd } = form
  return digest([ShopCode, OrderId, PurchAmount, OkUrl, FailUrl, TxnType, InstallmentCount, Rnd, merchantPass])
}

/** Names of the values that sign what is posted back, each followed by a colon. */
export const HASHPARAMS =
  'Version:PurchAmount:Exponent:Currency:OkUrl:FailUrl:MD:OrderId:ProcReturnCode:Response:mdStatus:'

export const signed = (fields: Fields, merchantPass: string): Fields => {
  const HASHPARAMSVAL = HASHPARAMS.split(':')
    .map((name) => fields[name] ?? '')
    .join('')
  return { ...fields, HASH: digest([HASHPARAMSVAL, merchantPass]), HASHPARAMS, HASHPARAMSVAL }
}
