/** The ways money is transferred. */

export const TRANSFER_TYPES = ['fast', 'eft', 'remittance', 'credit_card'] as const

export type TransferType = (typeof TRANSFER_TYPES)[number]
