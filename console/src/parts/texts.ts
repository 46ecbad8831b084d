/** Texts of the secret that is shown once. */
import { texts } from '../texts/dictionary.ts'

export const TEXTS = texts(
  {
    hint: 'This is the only time the secret is shown. Copy it to where your program reads it; nobody can show it again.',
    secret: 'Secret',
    kept: 'I have copied it',
  },
  {
    hint: 'Gizli anahtar yalnızca bu kez gösterilir. Programınızın okuduğu yere kopyalayın; kimse yeniden gösteremez.',
    secret: 'Gizli anahtar',
    kept: 'Kopyaladım',
  },
)
