/** A bank's file of a day, sent as banks' files come: by a machine whose key may do nothing else. */
import type { Shop } from './shop.ts'

/** The order id under which a bank has the first attempt of a payment. */
export const orderOf = (paymentId: string): string => `V${paymentId.replaceAll('-', '')}01`

/** `token`: of somebody else, whose word the file is then. */
export const sendBankFile = async ({ vezne }: Pick<Shop, 'vezne'>, file: Uint8Array, query: string, token?: string) => {
  const answer = await fetch(`${vezne.urls.cards}/api/v1/reconciliations/files?${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token ?? (await vezne.token('files', 'tenant-load'))}`,
      'content-type': 'application/octet-stream',
    },
    body: file as Uint8Array<ArrayBuffer>,
  })
  const text = await answer.text()
  return { status: answer.status, body: JSON.parse(text), text, headers: Object.fromEntries(answer.headers) }
}
