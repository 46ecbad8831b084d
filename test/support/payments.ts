/** Payment bodies for tests. */
export const CARDS = {
  success: '4546711234567894',
  declined: '4002020000000024',
  insufficient: '4111111111111111',
  timeout: '4242424242424242',
  threeDRequired: '4003030000000030',
  random: '5103030000000036',
  gatewayError: '4004040000000046',
  trippingGateway: '4005050000000051',
  debit: '4022774022774026',
  foreign: '4444555566667779',
  amex: '370101000000016',
  unknown: '4539578763621486',
} as const

// biome-ignore lint/suspicious/noExplicitAny: tests break bodies in every way
export const paymentBody = (change: Record<string, any> = {}): Record<string, any> => {
  const { card, ...rest } = change
  return {
    amount: { amount: 15_000, currency: 'TRY' },
    installment: 1,
    card: {
      holder_name: 'Ayşe Yılmaz',
      number: CARDS.success,
      expire_month: '12',
      expire_year: '2030',
      cvv: '000',
      ...card,
    },
    ...rest,
  }
}
