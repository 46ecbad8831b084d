/** Where a payment's card is sealed to: the bytes open nowhere else. */
export const cardPlace = (paymentId: string) => ({ table: 'payments', rowId: paymentId, column: 'card_sealed' })
