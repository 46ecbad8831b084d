/** docs/database.md: what triggers do, from the comments of their functions in migrations/. */
import { KINDS, type Kind, MADE_BY_PROCEDURES, type TriggerFunction, triggerFunctions } from '../triggers.ts'
import { table } from './markdown.ts'
import { readTexts } from './read-texts.ts'

const SECTIONS: Readonly<Record<Kind, string>> = {
  decides: `## Decides

What follows from a change, written by the database instead of by the statement that makes the change. These are few, each says
why it stays, or with which release it goes.`,
  keeps: `## Keeps

What a row says of the people behind its steps and of its earlier values. The database fills it in itself, since no statement may
claim otherwise: two people who have to agree stay two, whatever a defect of the program writes.`,
  notes: `## Notes

What is counted or noted in another table beside the change, for reads that would else look at every row.`,
  indexes: `## Indexes

What a unique index would do, on tables that are divided by month and can have none over all months. What is taken stands in
another table. That two living transfers never share an external id, and two operations never a key, holds whatever a defect of the
program writes.`,
  guards: `## Guards

A change that is refused: a step that is no edge of its [state table](states.md), a member that never changes, a bound. The program
looks first and answers with a problem document; the guard holds where it does not.`,
  tells: `## Tells

Other processes hear that a row has changed, and drop what they remember of it.`,
}

export const databasePage = (): string => {
  const all = [...triggerFunctions(readTexts('migrations/*.sql')), ...MADE_BY_PROCEDURES]
  return `# What the database does by itself

A trigger guards or notifies. Where one does more, its comment in the schema says what and why (\`comment on function\`), and it
stands here; \`npm run check\` refuses a trigger function that is none of these (\`scripts/triggers.ts\`). Made from \`migrations/\` by
\`npm run docs\`.

${KINDS.map((kind) => `${SECTIONS[kind]}\n\n${rows(all.filter((each) => each.kind === kind))}\n`).join('\n')}`
}

const rows = (functions: readonly TriggerFunction[]): string =>
  functions.some(({ text }) => text !== '')
    ? table(
        ['Function', 'On', 'Writes', 'What'],
        functions.map((each) => [...named(each), quoted(each.writes), each.text]),
      )
    : table(['Function', 'On'], functions.map(named))

const named = ({ name, tables }: TriggerFunction): [string, string] => [`\`${name}\``, quoted(tables)]

const quoted = (tables: readonly string[]): string => tables.map((each) => `\`${each}\``).join(', ')
