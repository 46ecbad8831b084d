/** Routes made from the declared screens. A screen the person may not open says so; its address stays. */
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { useMe } from '../api/me.ts'
import { readSearch, writeSearch } from '../parts/address.ts'
import { Page } from '../parts/page.tsx'
import { Failed, Forbidden, Loading, StateCard } from '../parts/reading.tsx'
import { SCREENS } from '../screens.ts'
import { useTexts } from '../texts/dictionary.ts'
import { useLanguage } from '../texts/language.ts'
import { WORDS } from '../texts/words.ts'
import { Frame } from './frame.tsx'
import { mayOpen, type Screen } from './screen.ts'

type LazyScreen = ComponentType & { preload?: () => Promise<unknown> }

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

export const makeRouter = () => {
  const root: AnyRoute = createRootRoute({ component: Frame, notFoundComponent: NotFound })
  const routes = SCREENS.map((screen) => {
    const Show = lazyRouteComponent(screen.load) as unknown as LazyScreen
    return createRoute({
      getParentRoute: () => root,
      path: screen.path,
      component: Object.assign(() => <Guarded of={screen} show={Show} />, {
        preload: () => Show.preload?.(),
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
    defaultErrorComponent: ({ error }) => <Failed error={error} />,
    defaultPreloadStaleTime: 0,
  })
}
