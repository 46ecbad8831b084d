/** Texts of the pages, in Turkish and English. */
export type Language = 'tr' | 'en'

export const TEXTS = {
  tr: {
    title: 'Ödemeyi doğrulayın',
    merchant: 'Üye iş yeri',
    amount: 'Tutar',
    card: 'Kart',
    time: 'Son saat',
    code: 'Doğrulama kodu',
    hint: 'Test bankası: kod 123456.',
    submit: 'Onayla',
    cancel: 'Vazgeç',
    wrong: 'Kod yanlış. Kalan deneme hakkı:',
    refused: 'Bankanız bu işlemi doğrulamadı.',
    back: 'İş yerine dönülüyor',
    go: 'Devam et',
    expired: 'Sürenin dolması nedeniyle bu sayfa kapandı.',
    later: 'İşleminiz sürüyor. Sonucu iş yerine bankanız bildirecek; bu sayfayı kapatabilirsiniz.',
    gone: 'Bu sayfayı kapatabilirsiniz.',
    unknown: 'Böyle bir doğrulama yok.',
    error: 'Banka bu isteği kabul etmedi.',
  },
  en: {
    title: 'Confirm the payment',
    merchant: 'Merchant',
    amount: 'Amount',
    card: 'Card',
    time: 'Valid until',
    code: 'Confirmation code',
    hint: 'Test bank: the code is 123456.',
    submit: 'Confirm',
    cancel: 'Cancel',
    wrong: 'Wrong code. Tries left:',
    refused: 'Your bank did not confirm this payment.',
    back: 'Back to the merchant',
    go: 'Continue',
    expired: 'This page has expired.',
    later: 'Your payment is under way. Your bank will tell the merchant; you can close this page.',
    gone: 'You can close this page.',
    unknown: 'There is no such confirmation.',
    error: 'The bank did not accept this request.',
  },
} as const satisfies Record<Language, Record<string, string>>

/** Returns Turkish unless English is preferred. */
export const choosePageLanguage = (accept: string | undefined): Language => {
  const best = (accept ?? '')
    .split(',')
    .map((part, at) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.find((text) => text.trim().startsWith('q='))
      return { tag, quality: quality ? Number(quality.trim().slice(2)) : 1, at }
    })
    .filter(({ tag, quality }) => /^(tr|en)\b/.test(tag) && quality > 0)
    .sort((a, b) => b.quality - a.quality || a.at - b.at)[0]
  return best?.tag.startsWith('en') ? 'en' : 'tr'
}
