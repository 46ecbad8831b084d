/**
 * Code that is loaded when it is first needed. A browser remembers that a file of the page did not come, until the page is loaded again; so nothing is asked
 * for as long as the server is known to be out of reach.
 */
import { type ComponentType, createElement, type ReactNode, use } from 'react'
import { connectionNow } from '../api/connection.ts'

export interface LoadedLater<P extends object> {
  /** Suspends until the file is there; throws where it did not come. */
  readonly Show: (props: P) => ReactNode
  /** Loads it; false: it did not come. */
  readonly ready: () => Promise<boolean>
}

export const loadedLater = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>): LoadedLater<P> => {
  let loading: Promise<ComponentType<P>> | undefined
  let isFailed = false
  const start = (): Promise<ComponentType<P>> => {
    isFailed = false
    loading = load().then(({ default: Loaded }) => Loaded)
    loading.catch(() => {
      isFailed = true
    })
    return loading
  }
  return {
    // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, as its module is read
    Show: (props) => createElement(use(loading ?? start()), props),
    ready: async () => {
      const known = isFailed ? undefined : loading
      if (known === undefined && (connectionNow().isLost || !navigator.onLine)) return false
      return (known ?? start()).then(
        () => true,
        () => false,
      )
    },
  }
}
