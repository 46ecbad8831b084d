/** The periods of docs/operating.md, from where they are set. */
import { KEPT, KEPT_AS_OF } from '../../src/infra/process/kept-months.ts'
import { table } from './markdown.ts'

export const keptPart = (): string =>
  `Laws as of ${KEPT_AS_OF}.

${table(
  ['What', 'Months', 'At least, and why', 'Setting'],
  Object.values(KEPT).map(({ what, standard, least, why, setting }) => [
    what,
    String(standard),
    `${least}: ${why}`,
    `\`${setting}\``,
  ]),
)}`
