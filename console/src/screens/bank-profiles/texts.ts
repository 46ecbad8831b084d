/** Texts of the bank profiles. */
import { texts } from '../../texts/dictionary.ts'

export const TEXTS = texts(
  {
    title: 'Bank profiles',
    hint: 'How banks know a merchant: its number and name as a sub-merchant at each of them.',
    caption: 'Bank profiles of the merchant',
    emptyTitle: 'No bank profiles',
    emptyHint: 'Without one the bank knows the payments under the organization’s own number.',
    add: 'New profile',
    change: 'Change the profile',
    subId: 'Number at the bank',
    subName: 'Name at the bank',
    mcc: 'Merchant category (MCC)',
    postalCode: 'Postal code',
    country: 'Country code',
    extra: 'Further values',
    noMerchant: 'No merchants yet',
  },
  {
    title: 'Banka profilleri',
    hint: 'Bankaların üye iş yerini nasıl tanıdığı: her birindeki alt üye iş yeri numarası ve adı.',
    caption: 'Üye iş yerinin banka profilleri',
    emptyTitle: 'Banka profili yok',
    emptyHint: 'Profil olmadan banka, ödemeleri kuruluşun kendi numarasıyla tanır.',
    add: 'Yeni profil',
    change: 'Profili düzenle',
    subId: 'Bankadaki numara',
    subName: 'Bankadaki ad',
    mcc: 'İş yeri kategorisi (MCC)',
    postalCode: 'Posta kodu',
    country: 'Ülke kodu',
    extra: 'Diğer değerler',
    noMerchant: 'Henüz üye iş yeri yok',
  },
)
