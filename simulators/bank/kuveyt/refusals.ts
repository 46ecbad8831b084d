/** Refusals of Kuveyt Türk, each with the ResponseCode of the bank's document and a text in its manner. */
import type { ChargeRefusal } from '../acquirer/charge.ts'
import type { ChallengeRefusal } from '../acs/gateway-form.ts'

export type GatewayRefusal =
  | ChargeRefusal
  | ChallengeRefusal
  | 'unreadable'
  | 'null_check'
  | 'no_merchant'
  | 'no_user'
  | 'wrong_hash'
  | 'bad_security'
  | 'only_3d'
  | 'bad_currency'
  | 'foreign_currency'
  | 'no_merchant_id'
  | 'no_customer_id'
  | 'no_order_id'
  | 'no_amount'
  | 'no_card'
  | 'card_length'
  | 'no_holder'
  | 'no_expiry'
  | 'bad_expiry'
  | 'no_cvv'
  | 'no_md'
  | 'unknown_md'
  | 'md_mismatch'
  | 'md_used'

export const REFUSALS: Readonly<Record<GatewayRefusal, readonly [code: string, text: string]>> = {
  unreadable: ['TechnicalException', 'İşlem gerçekleştirilemedi.'],
  null_check: ['NullCheck', 'Metoda gönderilen parametre boş olmamalıdır.'],
  no_merchant: ['MerchantNotDefined', 'Üye iş yeri kullanıcı tanımı bulunamadı.'],
  no_user: ['ApiUserNotDefined', 'API rolünde kullanıcı oluşturunuz.'],
  wrong_hash: ['HashDataError', 'Şifrelenen veriler (Hashdata) uyuşmamaktadır.'],
  bad_security: ['InvalidTransactionSecurity', 'İşlem türü geçersizdir.'],
  only_3d: ['Non3dUsageUnavailable', "Bu pos üzerinden 3d'siz işlem yapılamaz."],
  bad_currency: [
    'CurrencyCodeInvalid',
    'Para birim kodunu Türk lirası için 0949, dolar için 0840 ve euro için 0978 giriniz.',
  ],
  foreign_currency: ['12', 'Geçersiz İşlem'],
  no_merchant_id: ['EmptyMerchantIdField', 'Mağaza numarası giriniz.'],
  no_customer_id: ['EmptyCustomerIdField', 'Müşteri no giriniz.'],
  no_order_id: ['EmptyMerchantOrderIdField', 'Müşteri Sipariş Numarası giriniz.'],
  no_amount: ['EmptyAmountField', 'Satış tutarı giriniz.'],
  no_card: ['EmptyCardNumberField', 'Kart no giriniz.'],
  card_length: ['LengthControlCardNumberField', 'Kart numarasını 16 hane olarak giriniz.'],
  no_holder: ['EmptyCardHolderNameField', 'Kart sahibinin adını giriniz.'],
  no_expiry: ['EmptyCardExpireDateField', 'Kartın son kullanım tarihini giriniz.'],
  bad_expiry: [
    'InvalidCardExpireDateFormat',
    'Kart son kullanım tarihini ay ve yıl olarak (AA / YY formatında) giriniz.',
  ],
  no_cvv: ['EmptyCVV2Field', 'CVV2 kodu giriniz.'],
  no_md: ['EmptyMDException', 'Geçerli bir MD değeri giriniz.'],
  unknown_md: ['MetaDataNotFound', 'Ödeme detayı bulunamadı.'],
  md_mismatch: ['InvalidMetaData', 'MD değeri ile gönderdiğiniz değerler uyumsuzdur.'],
  md_used: ['OrderIsProcessedBefore', 'İşlem sonlanmıştır.'],
  order_used: ['OrderIsProcessedBefore', 'İşlem sonlanmıştır.'],
  random_used: ['OrderIsProcessedBefore', 'İşlem sonlanmıştır.'],
  card_format: ['InvalidCardNumber', 'Kart numarası geçersizdir.'],
  card_expired: ['InvalidExpireDate', 'Son kullanım tarihi geçersizdir.'],
  no_3d: ['888', 'MERCHANT_NOT_ENROLLED'],
  merchant_suspended: ['03', 'Geçersiz Üye İşyeri'],
  currency_not_allowed: ['58', 'İşlem Tipi Terminale Kapalı'],
  preauth_not_allowed: ['58', 'İşlem Tipi Terminale Kapalı'],
  installment_not_allowed: ['57', 'İşlem Tipine İzin Yok.'],
}

const BANK_TEXTS: Readonly<Record<string, string>> = {
  '00': 'OTORİZASYON VERİLDİ',
  '05': 'İşlem Onaylanmadı',
  '14': 'Geçersiz Kart Numarası',
  '1A': '3D Secure Doğrulaması Gerekli',
  '41': 'Kayıp Kart- Karta El Koy',
  '51': 'Bakiyesi-Kredi Limiti Yetersiz',
  '54': 'Vade Sonu Geçmiş Kart',
  '58': 'İşlem Tipi Terminale Kapalı',
  '59': 'Sahtekarlık Şüphesi',
  '61': 'Para Çekme Tutar Limiti Aşıldı',
  '82': 'Hatalı CVV',
  '91': 'Kartı Veren Banka Hizmetdışı',
  '96': 'Sistem Arızası',
}

export const bankText = (code: string): string => BANK_TEXTS[code] ?? 'Provizyon Alınamadı'
