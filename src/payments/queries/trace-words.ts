/**
 * The lines of a trace in both languages. Codes and states inside `details` never change; in English the lines use
 * their names unchanged.
 */
import { formatAmount, money } from '../../core/money.ts'
import { texts } from '../../core/phrases/texts.ts'

interface Sum {
  readonly amount: number
  readonly currency: string
}

/** Turkish names of the values in the tables of states, operations and decisions. */
export const TURKISH_NAMES: Readonly<Record<string, string>> = {
  created: 'oluşturuldu',
  processing: 'işleniyor',
  three_d_secure_init_processing: '3D Secure başladı',
  three_d_secure_auth_processing: '3D Secure tamamlanıyor',
  authorized: 'provizyonda',
  capture_processing: 'tahsil ediliyor',
  completed: 'tamamlandı',
  refund_processing: 'iade ediliyor',
  refunded: 'iade edildi',
  canceled_processing: 'iptal ediliyor',
  canceled: 'iptal edildi',
  failed: 'başarısız',
  pending: 'bekliyor',
  approved: 'onaylandı',
  delivered: 'iletildi',
  rejected: 'reddedildi',
  open: 'açık',
  expired: 'süresi doldu',
  opened: 'açıldı',
  disputed: 'itiraz edildi',
  won: 'kazanıldı',
  lost: 'kaybedildi',
  sale: 'Satış',
  pre_auth: 'Ön provizyon',
  post_auth: 'Ön provizyon kapatma',
  void: 'İptal',
  refund: 'İade',
  recurring: 'Tekrarlayan ödeme',
  approve: 'geçti',
  challenge: 'doğrulama',
  review: 'inceleme',
  block: 'engellendi',
}
const turkish = (name: string): string => TURKISH_NAMES[name] ?? name

export const TRACE_WORDS = texts(
  {
    step: (from: string | null, to: string) => (from === null ? to : `${from} to ${to}`),
    sumOf: (kind: string, { amount, currency }: Sum) => `${kind} of ${formatAmount(money(amount, currency), 'en')}`,
    chargebackOf: ({ amount, currency }: Sum) => `chargeback of ${formatAmount(money(amount, currency), 'en')}`,
    decision: (decision: string, score: number) => `${decision}, score ${score}`,
    run: 'Run of a recurring transfer',
    transfers: (count: number) => `${count} ${count === 1 ? 'transfer' : 'transfers'}`,
    returned: (path: string) => `Return from the bank to ${path}`,
    cut: (roots: number, steps: number) =>
      `This trace is not whole: it shows at most ${roots} payments, operations and transfers each, and ${steps} bank calls, deliveries and chargeback steps each. GET /payments/{transaction_id}/trace tells of one payment.`,
  },
  {
    step: (from, to) => (from === null ? turkish(to) : `${turkish(from)} → ${turkish(to)}`),
    sumOf: (kind, { amount, currency }) => `${turkish(kind)}: ${formatAmount(money(amount, currency), 'tr')}`,
    chargebackOf: ({ amount, currency }) => `Ters ibraz: ${formatAmount(money(amount, currency), 'tr')}`,
    decision: (decision, score) => `${turkish(decision)}, puan ${score}`,
    run: 'Düzenli transferin çalışması',
    transfers: (count) => `${count} transfer`,
    returned: (path) => `Bankadan dönüş: ${path}`,
    cut: (roots, steps) =>
      `Bu izin tamamı değil: en çok ${roots} ödeme, işlem ve transfer, ${steps} banka çağrısı, teslimat ve ters ibraz adımı gösterir. Tek bir ödemeninki: GET /payments/{transaction_id}/trace.`,
  },
)

export type TraceWords = (typeof TRACE_WORDS)[keyof typeof TRACE_WORDS]
