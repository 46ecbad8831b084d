/**
 * Code that is loaded when it is first needed. A browser remembers a failed file until the page is reloaded, so nothing
 * is requested while the server is known to be unreachable.
 */
import { type ComponentType, createElement, type ReactNode, use } from 'react'
import { connectionNow } from '../api/connection.ts'

export interface LoadedLater<P extends object> {
  /** Suspends until the file is loaded; throws if loading failed. */
  readonly Show: (props: P) => ReactNode
  /** Loads the file; returns false if that failed. */
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
