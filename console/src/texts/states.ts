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
  draft: state('open', 'Draft', 'Taslak'),
  in_review: state('waits', 'In review', 'İncelemede'),
  partially_completed: state('waits', 'Completed in part', 'Kısmen tamamlandı'),
  matched: state('done', 'Matched', 'Eşleşti'),
  auto_matched: state('done', 'Matched', 'Eşleşti'),
  amount_mismatch: state('bad', 'Amounts differ', 'Tutarlar farklı'),
  status_mismatch: state('bad', 'States differ', 'Durumlar farklı'),
  orphan_db: state('bad', 'Missing at the bank', 'Bankada yok'),
  orphan_bank: state('bad', 'Missing here', 'Bizde yok'),
  ignored: state('off', 'Ignored', 'Yok sayıldı'),
  under_way: state('open', 'Under way', 'Sürüyor'),
  carried_out: state('done', 'Carried out', 'Uygulandı'),
  settled: state('done', 'Paid out', 'Ödendi'),
  opened: state('waits', 'To answer', 'Yanıt bekliyor'),
  disputed: state('open', 'Disputed', 'İtiraz edildi'),
  won: state('done', 'Won', 'Kazanıldı'),
  lost: state('bad', 'Lost', 'Kaybedildi'),
  due: state('waits', 'Due soon', 'Süresi doluyor'),
  missed: state('bad', 'Deadline missed', 'Süre kaçırıldı'),
  error: state('bad', 'Failed', 'Başarısız'),
  effective: state('done', 'In effect', 'Yürürlükte'),
  healthy: state('done', 'Healthy', 'Sağlıklı'),
  degraded: state('waits', 'Degraded', 'Aksıyor'),
  down: state('bad', 'Down', 'Çalışmıyor'),
  unknown: state('off', 'No calls yet', 'Henüz çağrı yok'),
  suspended: state('bad', 'Suspended', 'Askıda'),
  done: state('done', 'Done', 'Yapıldı'),
  refused: state('bad', 'Refused', 'Reddedildi'),
  published: state('open', 'Published', 'Yayımlandı'),
  retired: state('off', 'Retired', 'Emekli'),
}
