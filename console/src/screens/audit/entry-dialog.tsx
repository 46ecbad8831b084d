/** One entry: who did what from where, what changed, and whether its hash matches the entry before. */
import type { ReactNode } from 'react'
import type { AuditEntry } from '../../../../sdk/src/generated/identity.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Facts } from '../../parts/page.tsx'
import { DiffTable } from '../../parts/record/diff-table.tsx'
import { Actor, Id, Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useKindNames } from '../../texts/kinds.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { TEXTS } from './texts.ts'

interface EntryProps {
  readonly of: AuditEntry
  /** The previous entry, if it is on the same page. */
  readonly before: AuditEntry | undefined
  readonly onClose: () => void
}

export const EntryDialog = ({ of, before, onClose }: EntryProps): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const kindName = useKindNames()
  const changes = listChanges(of)
  return (
    <Dialog title={words.entry(of.seq.toLocaleString(locale))} isOpen onClose={onClose} className="wide">
      <Facts
        rows={[
          [words.operation, <code key="o">{of.operation}</code>],
          [words.outcome, <Status key="s" value={of.outcome} />],
          [words.code, of.code && <code key="c">{of.code}</code>],
          [common.time, <Time key="t" at={of.at} />],
          [words.who, <Actor key="w" id={of.actor} />],
          [words.realm, of.realm],
          [words.from, of.address],
          [words.target, of.kind && kindName(of.kind)],
          [common.id, of.target_id && <Id key="i" value={of.target_id} />],
          [common.correlation, of.correlation_id && <Id key="r" value={of.correlation_id} />],
        ]}
      />
      <section aria-label={words.changes}>
        <h3>{words.changes}</h3>
        {changes.length === 0 ? <p className="quiet">{words.noChanges}</p> : <DiffTable rows={changes} />}
      </section>
      <section aria-label={words.chain}>
        <h3>{words.chain}</h3>
        {before && (
          <p>
            <span className={before.hash === of.previous_hash ? 'status done' : 'status bad'}>
              {before.hash === of.previous_hash ? words.linked : words.broken}
            </span>
          </p>
        )}
        <Facts
          rows={[
            [words.previous, <code key="p">{of.previous_hash}</code>],
            [words.hash, <code key="h">{of.hash}</code>],
          ]}
        />
        <p className="quiet small">{words.chainHint}</p>
      </section>
    </Dialog>
  )
}

const shown = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** Returns members that differ; all of them if there is nothing before or after. */
const listChanges = ({ before, after }: AuditEntry): (readonly [string, string, string])[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .map((name) => [name, shown(before?.[name]), shown(after?.[name])] as const)
    .filter(([, old, fresh]) => old !== fresh)
