/** Every sentence of the challenge page, in its two languages. */
export type Language = 'tr' | 'en'

export interface Texts {
  title: string
  merchant: string
  unnamedMerchant: string
  amount: string
  card: string
  timeLeft: string
  minutes: (count: number) => string
  ask: string
  code: string
  hint: string
  submit: string
  cancel: string
  wrong: (left: number) => string
  back: string
  passed: string
  refused: string
  cancelled: string
  locked: string
  expired: string
  expiredHint: string
  unknown: string
  unknownHint: string
  sandbox: string
}

export const TEXTS: Readonly<Record<Language, Texts>> = {
  tr: {
    title: 'Ödemeyi onaylayın',
    merchant: 'Üye iş yeri',
    unnamedMerchant: 'Üye iş yeri',
    amount: 'Tutar',
    card: 'Kart',
    timeLeft: 'Kalan süre',
    minutes: (count) => `${count} dakika`,
    ask: 'Telefonunuza gönderilen onay kodunu girin.',
    code: 'Onay kodu',
    hint: 'Deneme ortamında doğru kod 123456',
    submit: 'Onayla',
    cancel: 'Vazgeç',
    wrong: (left) => `Kod yanlış. ${left} deneme hakkınız kaldı.`,
    back: 'Mağazaya dön',
    passed: 'Onaylandı, mağazaya dönülüyor.',
    refused: 'Kartınızın bankası bu ödemeyi reddetti.',
    cancelled: 'Vazgeçtiniz, mağazaya dönülüyor.',
    locked: 'Kod üç kez yanlış girildi; ödeme onaylanmadı.',
    expired: 'Süre doldu',
    expiredHint: 'Bu ödeme artık onaylanamaz. Mağazaya dönüp yeniden deneyin.',
    unknown: 'Böyle bir onay sayfası yok',
    unknownHint: 'Adres eksik ya da yanlış. Mağazaya dönüp yeniden deneyin.',
    sandbox: 'Deneme bankası: gerçek para hareket etmez',
  },
  en: {
    title: 'Confirm your payment',
    merchant: 'Merchant',
    unnamedMerchant: 'Merchant',
    amount: 'Amount',
    card: 'Card',
    timeLeft: 'Time left',
    minutes: (count) => (count === 1 ? '1 minute' : `${count} minutes`),
    ask: 'Enter the code that was sent to your phone.',
    code: 'Code',
    hint: 'In the sandbox the right code is 123456',
    submit: 'Confirm',
    cancel: 'Cancel',
    wrong: (left) => (left === 1 ? 'Wrong code. One try left.' : `Wrong code. ${left} tries left.`),
    back: 'Back to the shop',
    passed: 'Confirmed; going back to the shop.',
    refused: "Your card's bank refused this payment.",
    cancelled: 'Cancelled; going back to the shop.',
    locked: 'Three wrong codes; the payment was not confirmed.',
    expired: 'Time is over',
    expiredHint: 'This payment can no longer be confirmed. Go back to the shop and try again.',
    unknown: 'There is no such page',
    unknownHint: 'The address is incomplete or wrong. Go back to the shop and try again.',
    sandbox: 'Simulated bank: no real money moves',
  },
}
