/** The rows every sandbox tenant starts with in its table of bank codes. */
import { findBankCodeMeaning } from '../own-bank-codes.ts'

// biome-ignore format: one code per line reads as the table it is
const MESSAGES: Readonly<Record<string, readonly [turkish: string, english: string]>> = {
  '01': ['Bankanızı arayınız', 'Refer to the bank'],
  '04': ['Karta el koyunuz', 'Pick up card'],
  '05': ['İşlem onaylanmadı', 'Do not honour'],
  '12': ['Geçersiz işlem', 'Invalid transaction'],
  '13': ['Geçersiz tutar', 'Invalid amount'],
  '14': ['Geçersiz kart numarası', 'Invalid card number'],
  '15': ['Kartı veren banka bulunamadı', 'Unknown issuer'],
  '1A': ['3D Secure doğrulaması gerekli', '3D Secure authentication required'],
  '30': ['Mesaj biçimi hatalı', 'Format error'],
  '41': ['Kayıp kart', 'Lost card'],
  '43': ['Çalıntı kart', 'Stolen card'],
  '51': ['Bakiye yetersiz', 'Insufficient funds'],
  '54': ['Kartın süresi dolmuş', 'Expired card'],
  '55': ['Hatalı şifre', 'Wrong PIN'],
  '57': ['Kart sahibi bu işlemi yapamaz', 'Not allowed to the cardholder'],
  '58': ['Terminalin bu işleme yetkisi yok', 'Not allowed to the terminal'],
  '59': ['Dolandırıcılık şüphesi', 'Suspected fraud'],
  '61': ['Tutar limiti aşıldı', 'Amount limit exceeded'],
  '62': ['Kısıtlı kart', 'Restricted card'],
  '63': ['Güvenlik ihlali', 'Security violation'],
  '65': ['İşlem adedi limiti aşıldı', 'Count limit exceeded'],
  '75': ['Şifre deneme sayısı aşıldı', 'PIN tries exceeded'],
  '82': ['Güvenlik kodu hatalı', 'Invalid CVV'],
  '91': ['Kartı veren banka yanıt vermiyor', 'Issuer does not answer'],
  '92': ['Yönlendirme hatası', 'Routing error'],
  '96': ['Banka sistemi arızası', 'Bank system fault'],
  '99': ['Bankadan yanıt alınamadı', 'No answer'],
}

/** In English, as the bank itself words it; undefined for a code outside the table. */
export const bankMessage = (code: string): string | undefined =>
  Object.hasOwn(MESSAGES, code) ? MESSAGES[code]![1] : undefined

interface SeedErrorCode {
  connector_code: string
  provider_error_code: string
  category: string
  turkish_message: string
  english_message: string
  should_retry: boolean
  http_status_suggestion: number
}

export const SEED_ERROR_CODES: readonly SeedErrorCode[] = Object.entries(MESSAGES)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([code, [turkish, english]]) => {
    const { category, mayTryFallback } = findBankCodeMeaning(code)
    return {
      connector_code: 'SIMBANK',
      provider_error_code: code,
      category,
      turkish_message: turkish,
      english_message: english,
      should_retry: mayTryFallback,
      http_status_suggestion: mayTryFallback ? 503 : code === '99' ? 202 : 422,
    }
  })
