/** The frame around every screen: skip link, menu, header, banners, and the dialogs that calls may open. */
import { Outlet, useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useStream } from '../api/stream.ts'
import { Announcements } from '../parts/announce.tsx'
import { loadedLater } from '../parts/loaded-later.ts'
import { Loading } from '../parts/reading.tsx'
import { Safely } from '../parts/safely.tsx'
import { texts, useTexts } from '../texts/dictionary.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { Header } from './header.tsx'
import { Menu } from './menu.tsx'
import { OpeningBanner } from './opening-banner.tsx'
import { WaitingBanner } from './waiting-banner.tsx'
import { WaitingWriteNotice } from './waiting-write.tsx'

const Gate = loadedLater(() => import('./gate-dialog.tsx'))
const Palette = loadedLater(() => import('./palette.tsx'))

const TEXTS = texts({ skip: 'Skip to the content' }, { skip: 'İçeriğe geç' })

export const Frame = (): ReactNode => {
  const words = useTexts(TEXTS)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isFinding, setFinding] = useState(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useStream()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen closes the menu of a phone
  useEffect(() => setMenuOpen(false), [path])
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        setFinding(true)
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <div className="frame">
      <a className="skip" href="#content">
        {words.skip}
      </a>
      <Menu isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
      <div className="body">
        <Header onMenu={() => setMenuOpen(true)} onFind={() => setFinding(true)} />
        <ConnectionBanner />
        <OpeningBanner />
        <WaitingBanner />
        <WaitingWriteNotice />
        <main id="content" tabIndex={-1}>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <Announcements />
      <Safely load={Gate.ready}>
        <Suspense>
          <Gate.Show />
        </Suspense>
      </Safely>
      {isFinding && (
        <Safely load={Palette.ready}>
          <Suspense>
            <Palette.Show onClose={() => setFinding(false)} />
          </Suspense>
        </Safely>
      )}
    </div>
  )
}
