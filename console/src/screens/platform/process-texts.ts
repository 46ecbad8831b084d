/** Texts of the screen of processes. */
import { texts } from '../../texts/dictionary.ts'

export const PROCESS_TEXTS = texts(
  {
    title: 'Processes',
    hint: 'The processes of the program on this database, and those that ended in the last 30 days. Times are real ones, whatever the clock of a sandbox says.',
    caption: 'Processes, the newest first',
    host: 'Machine',
    version: 'Release',
    work: 'Work',
    requests: 'requests',
    jobs: 'jobs',
    none: 'none',
    started: 'Started',
    ended: 'Ended',
  },
  {
    title: 'Program süreçleri',
    hint: 'Programın bu veritabanında çalışan süreçleri ve son 30 günde sona erenler. Saatler gerçek saattir; deneme ortamının saati ne derse desin.',
    caption: 'Süreçler, en yenisi başta',
    host: 'Makine',
    version: 'Sürüm',
    work: 'Görev',
    requests: 'istekler',
    jobs: 'zamanlanmış işler',
    none: 'yok',
    started: 'Başladı',
    ended: 'Bitti',
  },
)
