/** The menu: the screens this person may open, by group. On a phone it is a dialog. */
import { type ReactNode, Suspense } from 'react'
import { useMe } from '../api/me.ts'
import { Icon } from '../parts/icon.tsx'
import { To } from '../parts/link.tsx'
import { loadedLater } from '../parts/loaded-later.ts'
import { Safely } from '../parts/safely.tsx'
import { GROUPS, type Group, isInMenu, type Screen } from '../screen.ts'
import { SCREENS } from '../screens.ts'
import { texts, useTexts } from '../texts/dictionary.ts'
import { useLanguage } from '../texts/language.ts'

const Drawer = loadedLater(() => import('./drawer.tsx'))

const TEXTS = texts(
  { menu: 'Menu', sandbox: 'Sandbox: no real money', production: 'Production' },
  { menu: 'Menü', sandbox: 'Deneme: gerçek para yok', production: 'Canlı ortam' },
)

const useOwnScreens = (): readonly (readonly [group: Group, screens: readonly Screen[]])[] => {
  const me = useMe()
  const open = SCREENS.filter((screen) => isInMenu(screen, me))
  return (Object.keys(GROUPS) as Group[])
    .map((group) => [group, open.filter(({ menu }) => menu?.group === group)] as const)
    .filter(([, screens]) => screens.length > 0)
}

const Links = (): ReactNode => {
  const language = useLanguage()
  const words = useTexts(TEXTS)
  const groups = useOwnScreens()
  const { tenant } = useMe()
  return (
    <nav aria-label={words.menu}>
      <div className="brand">
        <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
          <rect width="32" height="32" rx="8" />
          <path d="M8 10l8 13 8-13" />
        </svg>
        <span>
          <strong>{tenant.name}</strong>
          <span className={`environment ${tenant.environment}`}>
            {tenant.environment === 'production' ? words.production : words.sandbox}
          </span>
        </span>
      </div>
      {groups.map(([group, screens]) => (
        <div key={group} className="group">
          {group !== 'home' && <h2>{GROUPS[group][language]}</h2>}
          <ul aria-label={GROUPS[group][language]}>
            {screens.map((screen) => (
              <li key={screen.path}>
                <To to={screen.path}>
                  <Icon name={screen.menu?.icon ?? 'dot'} />
                  {screen.title[language]}
                </To>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

export const Menu = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <>
      <div className="side">
        <Links />
      </div>
      {isOpen && (
        <Safely load={Drawer.ready}>
          <Suspense>
            <Drawer.Show label={words.menu} onClose={onClose}>
              <Links />
            </Drawer.Show>
          </Suspense>
        </Safely>
      )}
    </>
  )
}
