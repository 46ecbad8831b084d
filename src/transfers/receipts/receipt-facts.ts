/** Content of a receipt in Turkish and English, as texts independent of the layout. */
import type { BankReceipt } from '../../connectors/transfer-bank.ts'
import { ISTANBUL } from '../../core/clock.ts'
import { formatAmount, money } from '../../core/money.ts'
import { readIban } from '../../reference/validation/read-iban.ts'
import type { TransferRow, TransferType } from '../model/transfer.ts'

/** Turkish, then English. */
export type BilingualText = readonly [turkish: string, english: string]

export interface ReceiptLine {
  readonly label: BilingualText
  readonly value: string
}
export interface ReceiptParty {
  readonly title: BilingualText
  readonly name: string
  /** IBAN, account number or masked card. */
  readonly account: string
  readonly bank: string
}
export interface ReceiptFacts {
  readonly receiptNo: string
  readonly bankName: string
  readonly status: BilingualText
  readonly amount: string
  readonly sender: ReceiptParty
  readonly receiver: ReceiptParty
  readonly lines: readonly ReceiptLine[]
  /** When the transfer happened: the only time on the page, so that the same transfer gives the same bytes. */
  readonly at: Date
}

interface ReceiptSource {
  readonly transfer: TransferRow
  readonly account: {
    readonly holder_name: string
    readonly iban: string | null
    readonly account_number: string | null
  }
  readonly receipt: BankReceipt
  readonly bankNameOf: (code: string) => string | undefined
  readonly sourceBankCode: string
}

const TYPES: Readonly<Record<TransferType, BilingualText>> = {
  fast: ['FAST', 'Instant transfer'],
  eft: ['EFT', 'Interbank transfer'],
  remittance: ['Havale', 'Transfer within the bank'],
  credit_card: ['Kredi kartına ödeme', 'Payment to a credit card'],
}
const STATES: Readonly<Record<string, BilingualText>> = {
  completed: ['Tamamlandı', 'Completed'],
  delivered: ['Bankaya iletildi, sonuç bekleniyor', 'Delivered, not yet confirmed'],
}

export const toReceiptFacts = ({
  transfer,
  account,
  receipt,
  bankNameOf,
  sourceBankCode,
}: ReceiptSource): ReceiptFacts => {
  const { amount, fee, currency } = transfer
  const at = transfer.processed_at ?? transfer.last_modified
  const type = TYPES[transfer.sent_type ?? transfer.request_type]
  const written = (minor: number): string => formatAmount(money(minor, currency), 'tr')
  const line = (turkish: string, english: string, value: string | null): ReceiptLine[] =>
    value === null || value === '' ? [] : [{ label: [turkish, english], value }]
  return {
    receiptNo: receipt.receiptNo,
    bankName: receipt.bankName,
    status: STATES[transfer.status] ?? (STATES.completed as BilingualText),
    amount: written(amount),
    at,
    sender: {
      title: ['Gönderen', 'Sender'],
      name: receipt.senderName || account.holder_name,
      account: accountText(account),
      bank: receipt.bankName || (bankNameOf(sourceBankCode) ?? sourceBankCode),
    },
    receiver: {
      title: ['Alıcı', 'Receiver'],
      name: transfer.holder_name,
      account: transfer.masked_card_no ?? accountText(transfer),
      bank: transfer.bank_code === null ? '' : (bankNameOf(transfer.bank_code) ?? transfer.bank_code),
    },
    lines: [
      ...line('İşlem türü', 'Type', type.join(' · ')),
      ...line('İşlem zamanı', 'Time', `${MOMENT.format(at)} (Europe/Istanbul)`),
      ...line('Valör', 'Business day', dayText(receipt.businessDay)),
      ...line('Tutar', 'Amount', written(amount)),
      ...line('Ücret', 'Fee', written(fee)),
      ...line('Hesaptan çıkan toplam', 'Total debited', written(receipt.total)),
      ...line('Açıklama', 'Description', transfer.description),
      ...line('Dekont numarası', 'Receipt number', receipt.receiptNo),
      ...line('Banka referansı', 'Bank reference', receipt.bankReference),
      ...line('Müşteri referansı', 'Your reference', transfer.external_id),
      ...line('Transfer numarası', 'Transfer id', transfer.id),
    ],
  }
}

const MOMENT = new Intl.DateTimeFormat('tr-TR', {
  timeZone: ISTANBUL,
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** Formats 2026-05-11 as 11.05.2026. */
const dayText = (day: string): string => day.split('-').reverse().join('.')

const accountText = ({ iban, account_number }: ReceiptSource['account'] | TransferRow): string =>
  iban === null ? (account_number ?? '') : (readIban(iban).formatted_iban ?? iban)
