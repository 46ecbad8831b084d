/** The meaning of Kuveyt Türk's codes: those of the card's bank, and words of the gateway, some with a finer code. */
import { codeTable } from '../codes/code-table.ts'
import { ISO_CODES } from '../codes/iso-codes.ts'

export const APPROVED = '00'

export const KUVEYT_CODES = codeTable({
  ...ISO_CODES,
  '28': 'refund_not_allowed',
  ApiUserNotDefined: 'invalid_signature',
  HashDataError: 'invalid_signature',
  PosMerchantIPError: 'invalid_signature',
  InvalidTransactionSecurity: 'terminal_not_permitted',
  EmptyMDException: 'request_format_error',
  // The bank may have used up the proof of the challenge for a charge.
  MetaDataNotFound: 'three_ds_unavailable',
  DbLayerError: 'connector_error',
  'DbLayerError/21': 'refund_not_allowed',
  'DbLayerError/InvalidRequestError': 'void_after_settlement',
  'DbLayerError/HashDataError': 'invalid_signature',
})
