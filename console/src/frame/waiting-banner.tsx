/** Explains to a person who is not confirmed yet why decisions are refused. */
import type { ReactNode } from 'react'
import { useMe } from '../api/me.ts'
import { Icon } from '../parts/icon.tsx'
import { texts, useTexts } from '../texts/dictionary.ts'

const TEXTS = texts(
  {
    waits:
      'Your account was made or changed and waits for a second person. Until an administrator who had no part in it confirms it, what you decide, send or approve is refused or not offered.',
  },
  {
    waits:
      'Hesabınız oluşturuldu veya değiştirildi ve ikinci bir kişiyi bekliyor. Bunda payı olmayan bir yönetici doğrulayana kadar karar, gönderim ve onaylarınız reddedilir veya gösterilmez.',
  },
)

export const WaitingBanner = (): ReactNode => {
  const words = useTexts(TEXTS)
  const { person } = useMe()
  if (person.waits_for_confirmation !== true) return null
  return (
    <div className="banner" role="status">
      <Icon name="warn" />
      {words.waits}
    </div>
  )
}
