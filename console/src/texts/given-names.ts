/**
 * Turkish versions of names and notes that the service gives to records it creates: they are stored in English, and
 * forms show them in English. Names that people chose are not changed.
 */
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

/** Translates one text into the language of the page. */
export const useGivenNames = (): ((name: string) => string) => {
  const language = useLanguage()
  return (name) => (language === 'tr' ? (IN_TURKISH[name] ?? name) : name)
}

/** The same as a component, for columns. */
export const GivenName = ({ of }: { of: string | null | undefined }): string | null => {
  const given = useGivenNames()
  return of === null || of === undefined ? null : given(of)
}
