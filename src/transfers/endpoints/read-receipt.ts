/**
 * GET /api/v1/transfers/{id}/receipt/download and /receipt/base-64: what the bank confirms about a transfer, as a page.
 */
import { Type } from 'typebox'
import { type Call, type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem, type ProblemCode } from '../../core/problem.ts'
import { described, Uuid } from '../../core/schema.ts'
import { buildTransferOrder, findServingBank, findSourceAccountOf } from '../bank/transfer-order.ts'
import type { TransferRow } from '../model/transfer.ts'
import type { TransferServices } from '../model/transfer-services.ts'
import { findTransfer } from '../queries/transfer-query-store.ts'
import { transferNotFound } from '../queries/transfer-response.ts'
import { renderReceipt } from '../receipts/draw-receipt.ts'
import { toReceiptFacts } from '../receipts/receipt-facts.ts'

const PDF = 'application/pdf'

const shared = {
  method: 'GET',
  tag: 'Transfers',
  allow: 'read',
  params: Type.Object({ id: described(Uuid, 'Id of the transfer whose receipt is read.') }),
  notFound: 'transfer_not_found',
  errors: ['transfer_not_found', 'receipt_not_available', 'bank_receipt_error', 'bank_system_error'] as ProblemCode[],
} as const
const ABOUT = 'One page in Turkish and English, from the records of the bank; of completed and delivered transfers.'

export const receiptEndpoints = (
  services: Pick<TransferServices, 'runtime' | 'connectors' | 'reference'>,
): Endpoint[] => [
  endpoint({
    ...shared,
    path: '/api/v1/transfers/:id/receipt/download',
    summary: 'Download the receipt of a transfer',
    description: ABOUT,
    answers: { 200: Type.Unsafe<string>({ contentMediaType: PDF, description: 'The page as a file' }) },
    async handle(call) {
      const { filename, bytes } = await buildReceipt(services, call)
      const headers = { 'content-type': PDF, 'content-disposition': `attachment; filename="${filename}"`, ...PRIVATE }
      return { status: 200, bytes, headers }
    },
  }),
  endpoint({
    ...shared,
    path: '/api/v1/transfers/:id/receipt/base-64',
    summary: 'Read the receipt of a transfer as text',
    description: ABOUT,
    answers: { 200: ReceiptBase64() },
    async handle(call) {
      const { filename, bytes, receiptNo } = await buildReceipt(services, call)
      const content = bytes.toString('base64')
      const body = { transfer_id: call.params.id, receipt_no: receiptNo, filename, content_type: PDF, content }
      return { ...ok(body), headers: PRIVATE }
    },
  }),
]

/** The receipt contains personal data and must not be cached. */
const PRIVATE = { 'cache-control': 'no-store' }

function ReceiptBase64() {
  return Type.Object(
    {
      transfer_id: described(Uuid, 'Id of the transfer that the receipt is about.'),
      receipt_no: Type.String({ description: 'Number the bank gave the receipt.' }),
      filename: Type.String({ description: 'Suggested file name under which to save the receipt.' }),
      content_type: Type.String({ description: 'Media type of the file, always application/pdf.' }),
      content: Type.String({ contentEncoding: 'base64', description: 'Bytes of the file, encoded as base64.' }),
    },
    { $id: 'ReceiptBase64' },
  )
}

type ReceiptCall = Pick<Call<{ id: string }>, 'params' | 'tenantId' | 'merchantId' | 'read'>

const buildReceipt = async (
  services: Pick<TransferServices, 'runtime' | 'connectors' | 'reference'>,
  { params, tenantId, merchantId, read }: ReceiptCall,
) => {
  const transfer = await read((tx) => findTransfer(tx, tenantId, merchantId, params.id))
  if (transfer === undefined) throw transferNotFound()
  if (transfer.status !== 'completed' && transfer.status !== 'delivered')
    throw new Problem('receipt_not_available', {
      detail: phrase`The transfer is ${transfer.status}; there is a receipt once it is delivered or completed.`,
    })
  const { receipt, account } = await askBankForReceipt(services, transfer)
  const { bankOf } = await services.reference.data()
  const bankNameOf = (code: string): string | undefined => bankOf(code)?.name
  const facts = toReceiptFacts({ transfer, account, receipt, bankNameOf, sourceBankCode: account.bank_code })
  const name = receipt.receiptNo.replace(/[^\w-]/g, '') || transfer.id
  return { filename: `receipt-${name}.pdf`, receiptNo: receipt.receiptNo, bytes: await renderReceipt(facts) }
}

const askBankForReceipt = async (services: Pick<TransferServices, 'runtime' | 'connectors'>, transfer: TransferRow) => {
  const account = await findSourceAccountOf(services, transfer)
  const at = account && (await findServingBank(services, account))
  if (account === undefined || at === undefined)
    throw new Problem('bank_receipt_error', {
      detail: phrase`No bank serves the source account of this transfer any more.`,
    })
  const order = await buildTransferOrder(services, transfer, account, at.configuration)
  const { observation } = await services.connectors.inquireAs(at.connector, order, (asked, context) =>
    at.bank.receipt(asked, context),
  )
  if (observation === 'not_available')
    throw new Problem('bank_receipt_error', { detail: phrase`The bank gives no receipt of this transfer.` })
  if (observation === 'no_answer' || 'kind' in observation)
    throw new Problem('bank_system_error', {
      detail: phrase`The bank did not answer for the receipt; try again later.`,
    })
  return { receipt: observation, account }
}
