/** A stored payment as a row of transactions. */
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import { computeInstallment, computeShare, money } from '../../core/money.ts'
import { asksForConversion, toConversionKeys } from '../model/conversion.ts'
import type { PaymentRow } from '../model/payment.ts'
import { toShownCard } from '../model/shown-card.ts'
import { toMdStatusName } from '../three-d-secure/decide-authentication.ts'
import type { TransactionNames } from './transaction-store.ts'

export const toTransactionRow = (payment: PaymentRow & TransactionNames) => {
  const amount = money(payment.amount, payment.currency)
  const bank = computeShare(amount, Number(payment.rates?.bank_commission_rate ?? 0))
  const merchant = computeShare(amount, Number(payment.rates?.merchant_commission_rate ?? 0))
  return {
    extra_properties_dict: withConversion(payment),
    id: payment.id,
    merchant_id: payment.merchant_id,
    parent_transaction_id: payment.parent_id,
    external_merchant_id: payment.external_merchant_id,
    merchant_name: payment.merchant_name,
    basket_id: payment.basket_id,
    external_id: payment.external_id,
    amount: payment.amount,
    net_amount: payment.amount - payment.refunded,
    currency: payment.currency,
    status: payment.status,
    operation_type: payment.operation_type,
    payment_type: payment.payment_type,
    ...toShownCard(payment),
    issuer_bank_code: payment.issuer_bank_code,
    issuer_bank_name: payment.issuer_bank_name,
    issuer_bank_logo_url: payment.issuer_bank_logo_url,
    is_3d_secure: payment.secure_type !== 'non_3d',
    secure_type: payment.secure_type,
    installment_count: payment.installment_count,
    created: isoTime(payment.created),
    completed_at: isoTimeOrNull(payment.completed_at),
    error_code: payment.error_code,
    error_message: payment.error_message,
    connector_configuration_id: payment.configuration_id,
    connector_configuration_name: payment.configuration_name,
    connector_code: payment.connector_code,
    installment_amount: computeInstallment(amount, payment.installment_count).minor,
    bank_commission_amount: bank.minor,
    merchant_commission_amount: merchant.minor,
    net_merchant_amount: payment.amount - bank.minor - merchant.minor,
    settlement_date: isoTimeOrNull(payment.settlement_date),
    bank_response_code: payment.bank_code,
    md_status: toMdStatusName(payment.md_status),
    provider_transaction_id: payment.provider_transaction_id,
    auth_code: payment.auth_code,
    host_reference: payment.host_reference,
    rrn: payment.host_reference,
    correlation_id: payment.correlation_id,
  }
}

/** Returns keys of the request, and keys that tell the result of an offer. */
const withConversion = (payment: PaymentRow): Record<string, string> | null =>
  asksForConversion(payment) ? { ...payment.extra, ...toConversionKeys(payment) } : payment.extra
