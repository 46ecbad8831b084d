/**
 * node:test follows every promise and handle: while it collects the tests of a file, to know the suite of each, and while they run, to
 * know which test an error belongs to that is thrown outside of any call of ours. The latter costs a tenth of a lane's processor time, and
 * without it such an error fails the lane, which names its files: so a lane follows them only while it collects.
 */
import asyncHooks, { type AsyncHook } from 'node:async_hooks'

let hook: AsyncHook | undefined
const { createHook } = asyncHooks
/** Until node:test has made its one. */
asyncHooks.createHook = (callbacks) => {
  asyncHooks.createHook = createHook
  hook = createHook(callbacks)
  return hook
}

export const followHandles = (): void => void hook?.enable()
export const ignoreHandles = (): void => void hook?.disable()
