/** States as people read them, with a tone and a shape each: colour alone says nothing. */
import type { Both } from './dictionary.ts'

/** done: a good end. open: goes on by itself. waits: for a person. bad: a refusal or failure. off: ended without money. */
export type Tone = 'done' | 'open' | 'waits' | 'bad' | 'off'

interface State extends Both {
  readonly tone: Tone
}

const state = (tone: Tone, en: string, tr: string): State => ({ tone, en, tr })

/** By the value the interface gives; the same word means the same in all its places. */
export const STATES: Readonly<Record<string, State>> = {
  created: state('open', 'Created', 'Oluşturuldu'),
  processing: state('open', 'Processing', 'İşleniyor'),
  three_d_secure_init_processing: state('open', '3-D Secure started', '3-D Secure başladı'),
  three_d_secure_auth_processing: state('open', '3-D Secure finishing', '3-D Secure tamamlanıyor'),
  authorized: state('waits', 'Authorized', 'Provizyonda'),
  capture_processing: state('open', 'Capturing', 'Tahsil ediliyor'),
  completed: state('done', 'Completed', 'Tamamlandı'),
  refund_processing: state('open', 'Refunding', 'İade ediliyor'),
  refunded: state('off', 'Refunded', 'İade edildi'),
  partially_refunded: state('off', 'Refunded in part', 'Kısmen iade edildi'),
  canceled_processing: state('open', 'Voiding', 'İptal ediliyor'),
  canceled: state('off', 'Voided', 'İptal edildi'),
  cancelled: state('off', 'Cancelled', 'Vazgeçildi'),
  voided: state('off', 'Voided', 'İptal edildi'),
  failed: state('bad', 'Failed', 'Başarısız'),
  pending: state('waits', 'Pending', 'Bekliyor'),
  approved: state('open', 'Approved', 'Onaylandı'),
  delivered: state('open', 'Delivered', 'İletildi'),
  rejected: state('bad', 'Rejected', 'Reddedildi'),
  open: state('waits', 'Open', 'Açık'),
  proposed: state('waits', 'Proposed', 'Önerildi'),
  resolved: state('done', 'Resolved', 'Çözüldü'),
  confirmed: state('done', 'Confirmed', 'Onaylandı'),
  expired: state('off', 'Expired', 'Süresi doldu'),
  active: state('done', 'Active', 'Etkin'),
  inactive: state('off', 'Inactive', 'Etkin değil'),
  blocked: state('bad', 'Blocked', 'Bloke'),
  closed: state('off', 'Closed', 'Kapalı'),
}
