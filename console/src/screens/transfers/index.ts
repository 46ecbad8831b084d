/** Screens of money transfers. */

import {
  getAccounts,
  getAccountsTransactions,
  getReceiveraccounts,
  getRecipients,
  getRecipientsById,
  getTransfers,
  getTransfersById,
  postTransfersBulkCreate,
} from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const TRANSFERS = [
  screen({
    path: '/transfers',
    title: { en: 'Transfers', tr: 'Transferler' },
    menu: { group: 'transfers', icon: 'transfer' },
    anyOf: [getTransfers],
    load: () => import('./transfer-list.tsx'),
  }),
  screen({
    path: '/transfers/new',
    title: { en: 'New transfer', tr: 'Yeni transfer' },
    anyOf: [postTransfersBulkCreate],
    load: () => import('./new-transfer.tsx'),
  }),
  screen({
    path: '/transfers/import',
    title: { en: 'Transfers from a file', tr: 'Dosyadan transferler' },
    anyOf: [postTransfersBulkCreate],
    load: () => import('./import/import-transfers.tsx'),
  }),
  screen({
    path: '/transfers/$id',
    title: { en: 'Transfer', tr: 'Transfer' },
    anyOf: [getTransfersById],
    load: () => import('./transfer-detail.tsx'),
  }),
  screen({
    path: '/receivers',
    title: { en: 'Receivers', tr: 'Alıcılar' },
    menu: { group: 'transfers', icon: 'people' },
    anyOf: [getRecipients],
    load: () => import('./receiver-list.tsx'),
  }),
  screen({
    path: '/receivers/accounts',
    title: { en: 'Accounts of all receivers', tr: 'Tüm alıcıların hesapları' },
    anyOf: [getReceiveraccounts],
    load: () => import('./receiver-accounts.tsx'),
  }),
  screen({
    path: '/receivers/$id',
    title: { en: 'Receiver', tr: 'Alıcı' },
    anyOf: [getRecipientsById],
    load: () => import('./receiver-detail.tsx'),
  }),
  screen({
    path: '/accounts',
    title: { en: 'Source accounts', tr: 'Kaynak hesaplar' },
    menu: { group: 'transfers', icon: 'bank' },
    anyOf: [getAccounts],
    load: () => import('./account-list.tsx'),
  }),
  screen({
    path: '/accounts/$id',
    title: { en: 'Movements', tr: 'Hareketler' },
    anyOf: [getAccountsTransactions],
    load: () => import('./account-movements.tsx'),
  }),
]
