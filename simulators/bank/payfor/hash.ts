/** PayFor's hashes: values one after the other without a mark between them, base64. */
import { createHash } from 'node:crypto'

type Values = Readonly<Record<string, string>>

const digest = (algorithm: 'sha1' | 'sha256', values: readonly (string | undefined)[]): string =>
  createHash(algorithm)
    .update(values.map((value) => value ?? '').join(''))
    .digest('base64')

/** Hash of the form that the browser brings: always SHA-1. */
export const formHash = (form: Values, merchantPass: string): string => {
  const { MbrId, OrderId, PurchAmount, OkUrl, FailUrl, TxnType, InstallmentCount, Rnd } = form
  return digest('sha1', [MbrId, OrderId, PurchAmount, OkUrl, FailUrl, TxnType, InstallmentCount, Rnd, merchantPass])
}

/** Hash of the fields posted back: neither amount nor currency is among them. */
export const callbackHash = (
  fields: Values,
  { merchantPass, userCode }: { readonly merchantPass: string; readonly userCode: string },
  algorithm: 'sha1' | 'sha256',
): string => {
  const { MerchantID, OrderId, AuthCode, ProcReturnCode, '3DStatus': status, ResponseRnd } = fields
  return digest(algorithm, [MerchantID, merchantPass, OrderId, AuthCode, ProcReturnCode, status, ResponseRnd, userCode])
}
