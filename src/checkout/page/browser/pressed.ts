/** Changes that move the page wait until the pointer is released: a button that moves under the pointer gets no click. */

let isPressed = false
const waiting: (() => void)[] = []

export const whenReleased = (work: () => void): void => {
  if (isPressed) waiting.push(work)
  else work()
}

const release = (): void => {
  isPressed = false
  // Runs after the click, which follows at once.
  setTimeout(() => {
    for (const work of waiting.splice(0)) work()
  })
}

addEventListener(
  'pointerdown',
  () => {
    isPressed = true
  },
  true,
)
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, true)
