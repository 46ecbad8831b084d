/** The failure of a payment whose review ended without an approval. */
export const NOT_APPROVED = {
  isPassed: false,
  error_code: 'fraud_blocked',
  error_message: 'The fraud review did not approve the payment',
} as const
