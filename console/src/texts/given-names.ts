/** Names and notes that the service gives to what it makes itself, in Turkish: they are stored in English, and stay so in forms. What people named keeps its name. */
import { useLanguage } from './language.ts'

const IN_TURKISH: Readonly<Record<string, string>> = {
  'All of the tenant': 'Kuruluşun tamamı',
  'Card operator': 'Kart operatörü',
  'Card viewer': 'Kart izleyicisi',
  'Files of banks': 'Banka dosyaları',
  Fraud: 'Dolandırıcılık',
  'Merchant 1': 'Üye iş yeri 1',
  'Merchant 1 user': 'Üye iş yeri 1 kullanıcısı',
  'Transfer checker': 'Transfer onaylayan',
  'Transfer maker': 'Transfer hazırlayan',
  'Transfer sender': 'Transfer gönderen',
  'Platform administrator': 'Platform yöneticisi',
  'On the blacklist': 'Kara listede',
  'Demo: review large transfers': 'Demo: büyük transferleri incele',
  'Demo: review review@demo.example': 'Demo: review@demo.example incelensin',
  'Demo: challenge challenge@demo.example': 'Demo: challenge@demo.example doğrulansın',
  'Demo: block block@demo.example': 'Demo: block@demo.example engellensin',
  'Live inbox of the start page': 'Başlangıç sayfasının canlı gelen kutusu',
  'Payment policy of the tenant': 'Kuruluşun ödeme ilkesi',
  'Fraud alert approved': 'Dolandırıcılık uyarısı onaylandı',
  'Fraud alert rejected': 'Dolandırıcılık uyarısı reddedildi',
}

/** Of one text, in the language of the page. */
export const useGivenNames = (): ((name: string) => string) => {
  const language = useLanguage()
  return (name) => (language === 'tr' ? (IN_TURKISH[name] ?? name) : name)
}

/** For columns. */
export const GivenName = ({ of }: { of: string | null | undefined }): string | null => {
  const given = useGivenNames()
  return of === null || of === undefined ? null : given(of)
}
