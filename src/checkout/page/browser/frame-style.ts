/** The looks a shop may give the fields: a list of properties, each with the form of its values. Nothing else reaches the style sheet. */
import { computeContrast } from '../../../core/color-contrast.ts'

const COLOR = /^#[0-9a-f]{6}$/i
const PIXELS = /^\d{1,2}(?:\.\d{1,3})?px$/
const FONT = /^[a-z][a-z -]{0,30}(?:, ?[a-z][a-z -]{0,30}){0,4}$/i

const FORMS: Readonly<Record<string, readonly [form: RegExp, variable: string]>> = {
  color: [COLOR, '--ink'],
  background: [COLOR, '--ground'],
  borderColor: [COLOR, '--line'],
  accent: [COLOR, '--brand'],
  borderRadius: [PIXELS, '--radius'],
  fontSize: [PIXELS, '--size'],
  fontFamily: [FONT, '--font'],
}

/** Contrast that WCAG 2 requires of text to its background, and of graphics such as borders. */
const TEXT_CONTRAST = 4.5
const MARK_CONTRAST = 3
const TEXT_PX_MIN = 14
const INK = '#1b1f24'
const GROUND = '#ffffff'
const FAULTS = ['#b3261e', '#ffb4ab']

/** Returns the names that were not applied: unknown, malformed, or not legible. */
export const applyStyle = (root: HTMLElement, style: Readonly<Record<string, unknown>>): string[] => {
  const taken = new Map<string, string>()
  for (const [name, value] of Object.entries(style)) {
    const known = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined
    if (known && typeof value === 'string' && known[0].test(value)) taken.set(name, value)
  }
  leaveOutIllegible(taken)
  for (const [name, value] of taken) root.style.setProperty((FORMS[name] as readonly [RegExp, string])[1], value)
  suitGround(root, taken)
  return Object.keys(style).filter((name) => !taken.has(name))
}

const leaveOutIllegible = (taken: Map<string, string>): void => {
  const ground = () => taken.get('background') ?? GROUND
  if (computeContrast(taken.get('color') ?? INK, ground()) < TEXT_CONTRAST) {
    taken.delete('color')
    taken.delete('background')
  }
  for (const name of ['borderColor', 'accent'])
    if (computeContrast(taken.get(name) ?? INK, ground()) < MARK_CONTRAST) taken.delete(name)
  if (Number.parseFloat(taken.get('fontSize') ?? '16') < TEXT_PX_MIN) taken.delete('fontSize')
}

/** Makes colors that the shop did not set legible on the shop's background. */
const suitGround = (root: HTMLElement, taken: ReadonlyMap<string, string>): void => {
  const ground = taken.get('background') ?? GROUND
  const ink = taken.get('color') ?? INK
  if (taken.has('color')) root.style.setProperty('--soft', ink)
  const now = getComputedStyle(root)
  for (const name of ['--line', '--brand'])
    if (computeContrast(now.getPropertyValue(name).trim(), ground) < MARK_CONTRAST) root.style.setProperty(name, ink)
  root.style.setProperty('--fault', FAULTS.find((color) => computeContrast(color, ground) >= TEXT_CONTRAST) ?? ink)
}
