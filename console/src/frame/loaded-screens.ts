/** The screens and their loaders, by path. */
import { type LoadedLater, loadedLater } from '../parts/loaded-later.ts'
import type { Screen } from '../screen.ts'
import { SCREENS } from '../screens.ts'

interface LoadedScreen extends LoadedLater<object> {
  readonly of: Screen
}

export const LOADED_SCREENS: ReadonlyMap<string, LoadedScreen> = new Map(
  SCREENS.map((screen) => [screen.path, { of: screen, ...loadedLater(screen.load) }]),
)
