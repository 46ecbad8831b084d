/** The classes of limits, with what an operation of each counts for. */
import { COUNTED_CLASSES } from '../../src/access/limit-classes.ts'
import { table } from './markdown.ts'

export const limitsPart = (): string =>
  table(
    ['Class', 'Operations', 'Per minute'],
    Object.entries(COUNTED_CLASSES).map(([name, { operations, max, per }]) => [
      name.replaceAll('_', ' '),
      operations,
      `${max.toLocaleString('en')}${per === 'address' ? ' per address' : ''}`,
    ]),
  )
