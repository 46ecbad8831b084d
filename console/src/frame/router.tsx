/** Routes made from the declared screens. A screen the person may not open shows a message; its address stays. */
import { type AnyRoute, createRootRoute, createRoute, createRouter, type RouteComponent } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { useMe } from '../api/me.ts'
import { readSearch, writeSearch } from '../parts/address.ts'
import { Page } from '../parts/page.tsx'
import { Forbidden, Loading, StateCard } from '../parts/reading.tsx'
import { mayOpen, type Screen } from '../screen.ts'
import { useTexts } from '../texts/dictionary.ts'
import { useLanguage } from '../texts/language.ts'
import { WORDS } from '../texts/words.ts'
import { Frame } from './frame.tsx'
import { LOADED_SCREENS } from './loaded-screens.ts'

const Guarded = ({ of, show: Show }: { of: Screen; show: ComponentType }): ReactNode => {
  const { operations } = useMe()
  const language = useLanguage()
  if (mayOpen(of, operations)) return <Show />
  return (
    <Page title={of.title[language]}>
      <Forbidden />
    </Page>
  )
}

const NotFound = (): ReactNode => {
  const words = useTexts(WORDS)
  return (
    <Page title={words.notFoundTitle}>
      <StateCard icon="search" title={words.notFoundTitle} />
    </Page>
  )
}

/** Shown for a screen whose file is gone after an update, or that failed to render. */
const Broken = (): ReactNode => {
  const words = useTexts(WORDS)
  return (
    <Page title={words.failedTitle}>
      <StateCard icon="warn" title={words.partBroke} isAlert>
        <button type="button" className="button" onClick={() => location.reload()}>
          {words.reload}
        </button>
      </StateCard>
    </Page>
  )
}

export const makeRouter = () => {
  const root: AnyRoute = createRootRoute({ component: Frame, notFoundComponent: NotFound })
  const routes = [...LOADED_SCREENS.values()].map(({ of: screen, Show, ready }) => {
    return createRoute({
      getParentRoute: () => root,
      path: screen.path,
      component: Object.assign(() => <Guarded of={screen} show={Show} />, {
        preload: ready,
      }) as unknown as RouteComponent,
    })
  })
  return createRouter({
    routeTree: root.addChildren(routes),
    basepath: '/console',
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    scrollRestoration: true,
    defaultPendingComponent: () => <Loading />,
    defaultErrorComponent: Broken,
    defaultPreloadStaleTime: 0,
  })
}
