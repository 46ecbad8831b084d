/** The card of a payment as its responses show it; an order link has none before it is paid. */
import { NO_BIN, type PaymentRow } from './payment.ts'

export const toShownCard = (payment: PaymentRow) => {
  const isWithoutCard = payment.bin === NO_BIN
  return {
    bin_number: isWithoutCard ? null : payment.bin,
    last4: isWithoutCard ? null : payment.masked_card_number.slice(-4),
    card_holder_name: isWithoutCard ? null : payment.card_holder_name,
    masked_card_number: isWithoutCard ? null : payment.masked_card_number,
    card_schema_type: isWithoutCard ? null : payment.card_scheme,
    card_brand: payment.card_brand,
    card_type: isWithoutCard ? null : payment.card_type,
  }
}
