/** The looks a shop may give the fields: a list of properties, each with the form of its values. Nothing else reaches the style sheet. */
import { contrastOf } from '../../../core/color-contrast.ts'

const COLOR = /^#[0-9a-f]{6}$/i
const LENGTH = /^(?:\d{1,2}(?:\.\d{1,3})?)px$/
const FONT = /^[a-z][a-z -]{0,30}(?:, ?[a-z][a-z -]{0,30}){0,4}$/i

const FORMS: Readonly<Record<string, readonly [form: RegExp, variable: string]>> = {
  color: [COLOR, '--ink'],
  background: [COLOR, '--ground'],
  borderColor: [COLOR, '--line'],
  accent: [COLOR, '--brand'],
  borderRadius: [LENGTH, '--radius'],
  fontSize: [LENGTH, '--size'],
  fontFamily: [FONT, '--font'],
}

/** Of text to its ground, as WCAG 2 asks; of what only marks a place. */
const TEXT_CONTRAST = 4.5
const MARK_CONTRAST = 3
const TEXT_PX_MIN = 14
const FAULTS = ['#b3261e', '#ffb4ab']

/** What was not taken: unknown, of another form, or not legible. */
export const applyStyle = (root: HTMLElement, style: Readonly<Record<string, unknown>>): string[] => {
  const taken = new Map<string, string>()
  for (const [name, value] of Object.entries(style)) {
    const known = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined
    if (known && typeof value === 'string' && known[0].test(value)) taken.set(name, value)
  }
  const ground = taken.get('background') ?? '#ffffff'
  if (contrastOf(taken.get('color') ?? '#1b1f24', ground) < TEXT_CONTRAST)
    for (const name of ['color', 'background']) taken.delete(name)
  const seen = taken.get('background') ?? '#ffffff'
  for (const name of ['borderColor', 'accent'])
    if (contrastOf(taken.get(name) ?? '#000000', seen) < MARK_CONTRAST && taken.has(name)) taken.delete(name)
  if (Number.parseFloat(taken.get('fontSize') ?? '16') < TEXT_PX_MIN) taken.delete('fontSize')
  for (const [name, value] of taken) root.style.setProperty((FORMS[name] as readonly [RegExp, string])[1], value)
  const ink = taken.get('color')
  if (ink) root.style.setProperty('--soft', ink)
  const fault = FAULTS.find((color) => contrastOf(color, seen) >= TEXT_CONTRAST)
  root.style.setProperty('--fault', fault ?? ink ?? '#1b1f24')
  return Object.keys(style).filter((name) => !taken.has(name))
}
