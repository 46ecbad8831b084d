/** Texts of a settlement made by hand. */
import { texts } from '../../texts/dictionary.ts'

export const HAND_TEXTS = texts(
  {
    add: 'Settlement by hand',
    hint: 'For what is not settled by itself, such as the days before the platform. What the merchant gets is gross less refunds and both commissions. Another person confirms the amounts.',
    make: 'Make the settlement',
    from: 'First day',
    until: 'Last day',
    gross: 'Gross sales',
    refunds: 'Refunds',
    bankShare: 'Commission of the bank',
    platformShare: 'Commission of the platform',
    sales: 'Number of sales',
    refundCount: 'Number of refunds',
    bankReference: 'Reference at the bank',
  },
  {
    add: 'Elle hakediş',
    hint: 'Kendiliğinden hesaplanmayanlar için, örneğin platformdan önceki günler. Üye iş yerine ödenecek tutar, brütten iadeler ve iki komisyon düşülerek bulunur. Tutarları başka bir kişi onaylar.',
    make: 'Hakedişi oluştur',
    from: 'İlk gün',
    until: 'Son gün',
    gross: 'Brüt satış',
    refunds: 'İadeler',
    bankShare: 'Banka komisyonu',
    platformShare: 'Platform komisyonu',
    sales: 'Satış sayısı',
    refundCount: 'İade sayısı',
    bankReference: 'Bankadaki referans',
  },
)
