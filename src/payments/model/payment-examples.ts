/** Example requests of card payments for the documentation; the sandbox accepts each one unchanged. */

export const EXAMPLE_SALE = {
  external_id: 'order-1001',
  amount: { amount: 12_990, currency: 'TRY' },
  installment: 1,
  card: {
    holder_name: 'AYSE YILMAZ',
    number: '4546711234567894',
    expire_month: '12',
    expire_year: '2030',
    cvv: '000',
  },
  buyer: { name: 'Ayşe', surname: 'Yılmaz', email: 'ayse@shop.example.com', ip_address: '192.0.2.7' },
  basket_items: [{ id: 'sku-1', name: 'Kitap', price: 12_990, quantity: 1 }],
}
export const EXAMPLE_THREE_D = { ...EXAMPLE_SALE, return_url: 'https://shop.example.com/paid' }
export const EXAMPLE_CAPTURE = { amount: 12_990 }
export const EXAMPLE_REFUND = { amount: 2_990, reason_code: 'customer_request' }
export const EXAMPLE_VOID = { reason: 'Ordered twice' }
