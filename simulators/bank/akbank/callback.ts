/**
 * Fields that Akbank posts back after a challenge: with 3D the proof of it, with 3D_PAY the authorization, and where no
 * one was authenticated little more than a code. hashParams names those that are not empty.
 */
import type { Charge } from '../acquirer/charge.ts'
import { type Authentication, isProven } from '../acs/authentication.ts'
import type { Fields, ThreeDAdapter } from '../acs/three-d-adapter.ts'
import type { Bank } from '../bank-parts.ts'
import type { Session } from '../ledger/books.ts'
import type { ChargeOperation } from '../ledger/facts.ts'
import { stampT } from '../wire/bank-time.ts'
import { decimal } from '../wire/money.ts'
import { currencyNumber } from '../wire/terms.ts'
import { AKBANK_MERCHANTS } from '../world/merchants.ts'
import { toSaid, toStan } from './answer.ts'
import { maskHolder } from './fields.ts'
import { callbackHash } from './hash.ts'
import { REFUSALS, refusalText } from './refusals.ts'
import { buildSecureFields } from './secure.ts'

export const akbankAdapter: ThreeDAdapter = {
  merchant: (id) => AKBANK_MERCHANTS.get(id),
  fields: (bank, session, authentication, charged, amount) => ({
    ...outcomeFields(bank, session, authentication, charged),
    ...newerFields(session, authentication, amount),
  }),
  sign: (fields, secretKey) => signed(fields, secretKey),
}

/** Order in which hashParams names the fields; others follow. */
const ORDER: readonly string[] =
  `txnCode responseCode responseMessage hostResponseCode hostMessage txnDateTime merchantSafeId
  terminalSafeId orderId secureId secureEcomInd secureData secureMd cardHolderName authCode rrn batchNumber stan
  additionalInstallCount deferingMonth ccbEarnedRewardAmount ccbBalanceRewardAmount ccbRewardDesc pcbEarnedRewardAmount
  pcbBalanceRewardAmount pcbRewardDesc xcbEarnedRewardAmount xcbBalanceRewardAmount xcbRewardDesc`.split(/\s+/)

export const signed = (fields: Fields, secretKey: string): Fields => {
  const names = [...ORDER, ...Object.keys(fields).filter((name) => !ORDER.includes(name))]
  const withParams = { ...fields, hashParams: names.filter((name) => fields[name]).join('+') }
  return { ...withParams, hash: callbackHash(withParams, secretKey) }
}

const NOT_AUTHENTICATED = ['VPS-1279', 'BKM 3DS Server Doğrulama Başarısız'] as const

/** A failure names only the order. */
export const failureFields = (orderId: string, [responseCode, responseMessage]: readonly [string, string]): Fields => ({
  txnCode: '',
  responseCode,
  responseMessage,
  hostResponseCode: '',
  hostMessage: '',
  merchantSafeId: '',
  terminalSafeId: '',
  orderId,
})

const outcomeFields = (
  bank: Bank,
  session: Session,
  authentication: Authentication,
  charged: Charge | undefined,
): Fields => {
  if (!isProven(authentication.md_status)) return failureFields(session.order_id, NOT_AUTHENTICATED)
  if (session.model === '3d') return proofFields(bank, session, authentication)
  if (charged?.kind === 'answered') return chargedFields(bank, session, charged)
  const refusal = charged?.refusal
  return failureFields(
    session.order_id,
    refusal ? [REFUSALS[refusal][0], refusalText(refusal, session.order_id)] : NOT_AUTHENTICATED,
  )
}

/** The txnCode of a passed challenge, and that of the payment which follows. */
const TXN_CODES: Readonly<Record<ChargeOperation, readonly [challenge: string, payment: string]>> = {
  sale: ['3001', '1000'],
  preauth: ['3005', '1004'],
}

const headFields = ({ ledger }: Bank, { merchant, order_id }: Session, txnCode: string, code: string): Fields => {
  const { merchantSafeId = '', terminalSafeId = '' } = AKBANK_MERCHANTS.get(merchant) ?? {}
  const { responseCode, responseMessage } = toSaid(code)
  // Whole seconds: the gateway for browsers does not count finer.
  const txnDateTime = `${stampT(ledger.now()).slice(0, 19)}.000`
  return { txnCode, responseCode, responseMessage, txnDateTime, merchantSafeId, terminalSafeId, orderId: order_id }
}

const proofFields = (bank: Bank, session: Session, authentication: Authentication): Fields => ({
  ...headFields(bank, session, TXN_CODES[session.operation][0], '00'),
  ...buildSecureFields(bank.seed, session, authentication),
})

const chargedFields = (bank: Bank, session: Session, charged: Extract<Charge, { kind: 'answered' }>): Fields => {
  const { code, references } = charged
  const { host } = toSaid(code)
  const isApproved = code === '00'
  return {
    ...headFields(bank, session, TXN_CODES[session.operation][1], code),
    hostResponseCode: host?.code ?? '',
    hostMessage: host?.text ?? '',
    ...(isApproved ? { cardHolderName: maskHolder(session.echo.cardHolderName ?? '') } : {}),
    authCode: isApproved ? references.auth_code : '000000',
    rrn: references.host_reference,
    batchNumber: String(bank.ledger.books.batch),
    stan: String(toStan(references)),
    additionalInstallCount: '0',
    deferingMonth: '0',
    ccbEarnedRewardAmount: '0.00',
    ccbBalanceRewardAmount: '0.00',
    ...(isApproved ? { ccbRewardDesc: 'CHIP PARA', pcbRewardDesc: '', xcbRewardDesc: '' } : {}),
    pcbEarnedRewardAmount: '0.00',
    pcbBalanceRewardAmount: '0.00',
    xcbEarnedRewardAmount: '0.00',
    xcbBalanceRewardAmount: '0.00',
  }
}

/** A newer version of the gateway also says what was challenged, and its md status. */
const newerFields = (session: Session, { md_status }: Authentication, amount: number): Fields =>
  AKBANK_MERCHANTS.get(session.merchant)?.answersFailures
    ? {
        paymentModel: session.echo.paymentModel ?? '',
        amount: decimal(amount),
        currencyCode: currencyNumber(session.currency),
        installCount: String(session.installments),
        mdStatus: md_status,
      }
    : {}
