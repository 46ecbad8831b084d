/** Texts of the findings of each kind, in both languages. The values are those of the finding's facts. */

import { ISTANBUL } from '../../core/clock.ts'
import { formatAmount } from '../../core/money.ts'
import { type Language, LOCALES, texts } from '../../core/phrases/texts.ts'
import type { Facts, MonitorKind } from './monitor-kinds.ts'

interface KindTexts {
  readonly title: (facts: Facts) => string
  readonly text: (facts: Facts) => string
}
type ByKind = Readonly<Record<MonitorKind, KindTexts>>

export const toTimeText = (language: Language, moment: Date | string): string =>
  new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeStyle: 'short', timeZone: ISTANBUL }).format(
    new Date(moment),
  )

const en = (value: Facts[string] | undefined): string => toTimeText('en', String(value))
const tr = (value: Facts[string] | undefined): string => toTimeText('tr', String(value))
const gib = (bytes: Facts[string] | undefined): number => Math.floor(Number(bytes) / 2 ** 30)

const isMore = (minor: Facts[string] | undefined): boolean => Number(minor) > 0
const amount = (language: Language, minor: Facts[string] | undefined, currency: Facts[string] | undefined): string =>
  formatAmount({ minor: Math.abs(Number(minor)), currency: String(currency) }, language)

const WORK_EN: Readonly<Record<string, string>> = {
  payments: 'payments',
  operations: 'captures, voids and refunds',
  transfers: 'transfers',
  installments: 'installments of recurring plans',
  unresolved: 'operations that a person has to decide',
}
const WORK_TR: Readonly<Record<string, string>> = {
  payments: 'ödeme',
  operations: 'provizyon kapama, iptal ve iade',
  transfers: 'transfer',
  installments: 'tekrarlayan plan taksiti',
  unresolved: 'bir kişinin karar vermesi gereken işlem',
}

const ENGLISH: ByKind = {
  approval_rate_dropped: {
    title: ({ connector }) => `The approval rate of ${connector ?? 'a bank'} has dropped`,
    text: ({ rate, usual, payments }) =>
      `${rate} percent of ${payments} payments of the last hour were approved; ${usual} percent are usual at this hour.`,
  },
  payments_stuck: {
    title: ({ work }) => `Stuck: ${WORK_EN[String(work)] ?? work}`,
    text: ({ count, oldest }) => `${count} of them have no outcome, the oldest since ${en(oldest)}.`,
  },
  webhook_endpoint_failing: {
    title: ({ host }) => `The webhook endpoint ${host} fails`,
    text: ({ failing_since, is_switched_off }) =>
      is_switched_off
        ? `No delivery has succeeded since ${en(failing_since)}, and the subscription was switched off for it.`
        : `No delivery has succeeded since ${en(failing_since)}. Events are kept and sent again.`,
  },
  books_differ: {
    title: ({ of }) =>
      of === 'reconciliation' ? 'A day of the bank differs' : 'A source account differs from its bank',
    text: ({ of, day, open, bank_has_more, currency }) =>
      of === 'reconciliation'
        ? `${open} rows of ${day} are not as in the bank’s file, and nobody has resolved them.`
        : `The bank has ${amount('en', bank_has_more, currency)} ${isMore(bank_has_more) ? 'more' : 'less'} than the ledger, with nothing under way.`,
  },
  secret_ends: {
    title: ({ name, client_id }) => `The API key ${name ?? client_id} ends`,
    text: ({ client_id, ends }) => `${client_id} ends on ${en(ends)}; from then on it gets no token.`,
  },
  certificate_ends: {
    title: ({ host }) => `The TLS certificate of ${host} ends`,
    text: ({ ends }) => `It ends on ${en(ends)}; a new pair in the same files is taken without a restart.`,
  },
  disk_full: {
    title: ({ host }) => `The disk of ${host} is nearly full`,
    text: ({ free_bytes, size_bytes }) => `${gib(free_bytes)} of ${gib(size_bytes)} GiB are free.`,
  },
  backup_late: {
    title: () => 'The backup is late',
    text: ({ of, made, archived, segment }) =>
      of === 'backup'
        ? `The last backup was made on ${en(made)}.`
        : archived === null
          ? `The database’s log is not archived: ${segment} failed, and none has succeeded yet.`
          : `The database’s log has not been archived since ${en(archived)}: ${segment} failed.`,
  },
}

const TURKISH: ByKind = {
  approval_rate_dropped: {
    title: ({ connector }) => `${connector ?? 'Bir banka'} onay oranı düştü`,
    text: ({ rate, usual, payments }) =>
      `Son bir saatteki ${payments} ödemenin yüzde ${rate} kadarı onaylandı; bu saatte olağan oran yüzde ${usual}.`,
  },
  payments_stuck: {
    title: ({ work }) => `Takılı kaldı: ${WORK_TR[String(work)] ?? work}`,
    text: ({ count, oldest }) => `${count} tanesinin sonucu yok; en eskisi ${tr(oldest)} tarihinden beri bekliyor.`,
  },
  webhook_endpoint_failing: {
    title: ({ host }) => `${host} webhook adresi başarısız`,
    text: ({ failing_since, is_switched_off }) =>
      is_switched_off
        ? `${tr(failing_since)} tarihinden beri hiçbir teslimat başarılı olmadı ve abonelik bu yüzden kapatıldı.`
        : `${tr(failing_since)} tarihinden beri hiçbir teslimat başarılı olmadı. Olaylar saklanıyor ve yeniden gönderiliyor.`,
  },
  books_differ: {
    title: ({ of }) => (of === 'reconciliation' ? 'Bankanın bir günü farklı' : 'Bir kaynak hesap bankasından farklı'),
    text: ({ of, day, open, bank_has_more, currency }) =>
      of === 'reconciliation'
        ? `${day} gününün ${open} satırı bankanın dosyasındaki gibi değil ve kimse çözmedi.`
        : `Bankada defterdekinden ${amount('tr', bank_has_more, currency)} ${isMore(bank_has_more) ? 'fazla' : 'eksik'} var; yolda işlem yok.`,
  },
  secret_ends: {
    title: ({ name, client_id }) => `${name ?? client_id} API anahtarının süresi doluyor`,
    text: ({ client_id, ends }) =>
      `${client_id} anahtarının süresi ${tr(ends)} tarihinde doluyor; o andan sonra token alamaz.`,
  },
  certificate_ends: {
    title: ({ host }) => `${host} TLS sertifikasının süresi doluyor`,
    text: ({ ends }) =>
      `Süresi ${tr(ends)} tarihinde doluyor; aynı dosyalara yazılan yeni çift yeniden başlatmadan alınır.`,
  },
  disk_full: {
    title: ({ host }) => `${host} diski neredeyse dolu`,
    text: ({ free_bytes, size_bytes }) => `${gib(size_bytes)} GiB içinde ${gib(free_bytes)} GiB boş.`,
  },
  backup_late: {
    title: () => 'Yedek gecikti',
    text: ({ of, made, archived, segment }) =>
      of === 'backup'
        ? `Son yedek ${tr(made)} tarihinde alındı.`
        : archived === null
          ? `Veritabanı günlüğü arşivlenmiyor: ${segment} başarısız oldu ve henüz hiçbiri arşivlenemedi.`
          : `Veritabanı günlüğü ${tr(archived)} tarihinden beri arşivlenmiyor: ${segment} başarısız oldu.`,
  },
}

export const KIND_TEXTS: Readonly<Record<Language, ByKind>> = { en: ENGLISH, tr: TURKISH }

interface Span {
  readonly since: string
  readonly until: string
}

export const MESSAGE_TEXTS = texts(
  {
    critical: 'Critical',
    warning: 'Warning',
    over: 'Over',
    since: (time: string) => `Since ${time}.`,
    lasted: ({ since, until }: Span) => `It lasted from ${since} until ${until}.`,
    look: (address: string) => `Look at it: ${address}`,
    page: (page: string) => `What to do: docs/runbook/${page}.md`,
    testTitle: 'A test of Vezne',
    test: (channel: string) => `The channel “${channel}” is told like this when something is wrong.`,
    confirm: (organization: string, code: string) => ({
      subject: `A code for messages of ${organization}`,
      text: `${organization} wants to be told at this mailbox when Vezne finds something wrong.

The code that confirms it, for 24 hours: ${code}

If you did not expect this, ignore this mail: nothing else is sent here.`,
    }),
  },
  {
    critical: 'Kritik',
    warning: 'Uyarı',
    over: 'Geçti',
    since: (time) => `${time} tarihinden beri.`,
    lasted: ({ since, until }) => `${since} ile ${until} arasında sürdü.`,
    look: (address) => `Buradan bakın: ${address}`,
    page: (page) => `Ne yapmalı: docs/runbook/${page}.md`,
    testTitle: 'Vezne denemesi',
    test: (channel) => `Bir sorun olduğunda “${channel}” kanalına böyle haber verilir.`,
    confirm: (organization, code) => ({
      subject: `${organization} iletileri için kod`,
      text: `${organization}, Vezne bir sorun bulduğunda bu posta kutusuna haber verilmesini istiyor.

Onaylayan kod, 24 saat geçerlidir: ${code}

Bunu beklemiyorsanız bu iletiyi dikkate almayın: buraya başka bir şey gönderilmez.`,
    }),
  },
)
