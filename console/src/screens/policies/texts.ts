/** Texts of the policies. */
import { texts } from '../../texts/dictionary.ts'

export const TEXTS = texts(
  {
    title: 'Policies',
    hint: 'Whether the rules judge a merchant’s payments and transfers at all. Off means that everything is let through.',
    noMerchants: 'There is no merchant yet',
    caption: 'Policies of the merchant',
    process: 'Process',
    sanal_pos: 'Card payments',
    para_transferi: 'Transfers',
    fatura_odeme: 'Bill payments',
    rules: 'Rules',
    on: 'Judged',
    off: 'Not judged',
    since: 'Last changed',
    turnOff: 'Switch off',
    turnOn: 'Switch on',
    offTitle: 'Let everything through',
    onTitle: 'Judge it again',
    offHint: (process: string, merchant: string) =>
      `${process} of ${merchant}: no rule and no blacklist entry is looked at.`,
    onHint: (process: string, merchant: string) =>
      `${process} of ${merchant}: all rules apply again from the next one on.`,
    done: 'Changed.',
  },
  {
    title: 'Politikalar',
    hint: 'Kuralların bir üye iş yerinin ödeme ve transferlerine bakıp bakmadığı. Kapalıysa her şey geçer.',
    noMerchants: 'Henüz üye iş yeri yok',
    caption: 'Üye iş yerinin politikaları',
    process: 'Süreç',
    sanal_pos: 'Kart ödemeleri',
    para_transferi: 'Para transferleri',
    fatura_odeme: 'Fatura ödemeleri',
    rules: 'Kurallar',
    on: 'Bakılıyor',
    off: 'Bakılmıyor',
    since: 'Son değişiklik',
    turnOff: 'Kapat',
    turnOn: 'Aç',
    offTitle: 'Her şeyi geçir',
    onTitle: 'Yeniden bak',
    offHint: (process, merchant) => `${merchant}, ${process}: hiçbir kurala ve kara liste kaydına bakılmaz.`,
    onHint: (process, merchant) =>
      `${merchant}, ${process}: bir sonrakinden itibaren bütün kurallar yeniden geçerli olur.`,
    done: 'Değiştirildi.',
  },
)
