/** docs/tables.md: which noun writes each table, and which others read it. */
import { READS_UP } from '../table-owners.ts'
import { tableOwners } from '../tables.ts'
import { table } from './markdown.ts'
import { readTexts } from './read-texts.ts'

export const tablesPage = (): string => {
  const owners = tableOwners(readTexts('migrations/*.sql'), readTexts('src/**/*.ts'))
  return `# Tables

Each table is written by one noun, a folder of \`src/\`: inserted into, updated, deleted from, or locked by \`for update\`. Others
change it through what that noun exports: a function, or its part of a statement that has to be one. A noun that reads
another noun's table stands on it as if it imported it, so it is higher in the order of
[ARCHITECTURE.md](ARCHITECTURE.md#dependency-rules). \`npm run check\` proves both (\`scripts/tables.ts\`); made from the
statements in \`src/\` by \`npm run docs\`.

${table(
  ['Table', 'Written by', 'Read by'],
  owners.map(({ table: name, owner, readers }) => [`\`${name}\``, owner ?? '', readers.map(marked(name)).join(', ')]),
)}

## Read upward

Marked \`^\` above: these readers are no higher than the noun whose table they read. The list only gets shorter.

${table(
  ['Reader', 'Tables', 'Why'],
  READS_UP.map(({ reader, tables, why }) => [reader, tables.map((each) => `\`${each}\``).join(', '), why]),
)}
`
}

const marked =
  (name: string) =>
  (reader: string): string =>
    READS_UP.some((each) => each.reader === reader && each.tables.includes(name)) ? `${reader}^` : reader
