/** Test cards; each value is copied with one click. */
import { type ReactNode, useState } from 'react'
import type { Operations, TestCard } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import {
  deleteTestCardsById,
  getTestCards,
  postPayments,
  postTestCards,
  postTestCardsByIdActivate,
  postTestCardsByIdDeactivate,
  postTestCardsGenerate,
  putTestCardsById,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { To } from '../../parts/link.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Copy, Status } from '../../parts/values.tsx'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { type Same, useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { ChangeCard, ManyCards } from './more-cards.tsx'
import { NewCard } from './new-card.tsx'
import { RESULTS } from './results.ts'
import { TEXTS } from './texts.ts'

type Query = NonNullable<Operations['GET /api/v1/test-cards']['query']>
type Words = Same<(typeof TEXTS)['en']>
type Deed = { readonly kind: 'change' | 'turn' | 'remove'; readonly of: TestCard }

const CardList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const [{ q, result }] = useAddress()
  const [isAdding, setAdding] = useState<'one' | 'many' | null>(null)
  const [deed, setDeed] = useState<Deed | null>(null)
  const columns = useColumns(words, setDeed)
  const cards = useRead(
    getTestCards,
    {
      query: {
        search_term: q,
        expected_result: result as Query['expected_result'],
        include_inactive: true,
        page: usePage(),
        page_size: PAGE_SIZE,
      },
    },
    { keepsRows: true },
  )
  const close = (): void => setDeed(null)
  return (
    <Page
      title={words.title}
      hint={words.hint}
      actions={
        <>
          <Action operation={postTestCardsGenerate} onPress={() => setAdding('many')}>
            {words.many}
          </Action>
          <Action operation={postTestCards} onPress={() => setAdding('one')} kind="primary">
            <Icon name="plus" />
            {words.add}
          </Action>
        </>
      }
    >
      <Filters
        find={{ name: 'q', label: words.find }}
        choices={[{ name: 'result', label: words.result, options: RESULTS.map((value) => [value, words[value]]) }]}
      />
      <List of={cards} empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => (
          <div className="compact">
            <Table
              caption={words.caption}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              noteOf={(row) => words[row.expected_result]}
            />
          </div>
        )}
      </List>
      {isAdding === 'one' && <NewCard onClose={() => setAdding(null)} />}
      {isAdding === 'many' && <ManyCards onClose={() => setAdding(null)} />}
      {deed?.kind === 'change' && <ChangeCard of={deed.of} onClose={close} />}
      {deed?.kind === 'turn' && (
        <WriteDialog
          operation={deed.of.is_active ? postTestCardsByIdDeactivate : postTestCardsByIdActivate}
          inputOf={() => ({ path: { id: deed.of.id } })}
          title={deed.of.is_active ? words.deactivate : words.activate}
          hint={deed.of.is_active ? words.offHint : words.onHint}
          submit={deed.of.is_active ? words.deactivate : words.activate}
          said={words.done}
          onClose={close}
        />
      )}
      {deed?.kind === 'remove' && (
        <WriteDialog
          operation={deleteTestCardsById}
          inputOf={() => ({ path: { id: deed.of.id } })}
          title={words.removeTitle}
          hint={words.offHint}
          submit={words.remove}
          kind="danger"
          said={words.removed}
          onClose={close}
        />
      )}
    </Page>
  )
}

const inGroups = (number: string): string => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')

const useColumns = (words: Words, onDeed: (deed: Deed) => void): Column<TestCard>[] => {
  const common = useTexts(WORDS)
  const locale = useLocale()
  const may = useMay()
  const challenges: Readonly<Record<string, string>> = {
    frictionless: words.frictionless,
    challenge: words.challengeAsked,
    failed: words.failed,
    attempt: words.attempt,
    unavailable: words.unavailable,
  }
  return [
    {
      head: words.number,
      cell: ({ card_number: number, is_active: isActive }) => (
        <>
          <span className="id">
            <code>{inGroups(number ?? '')}</code>
            <Copy text={number ?? ''} label={number ?? ''} />
          </span>
          {!isActive && (
            <span className="block">
              <Status value="inactive" />
            </span>
          )}
        </>
      ),
    },
    {
      head: words.expiry,
      cell: (row) => (
        <>
          {`${String(row.expiry_month).padStart(2, '0')}/${row.expiry_year}`}
          <span className="quiet small block">
            {words.code} <code>{row.cvv}</code>
          </span>
        </>
      ),
    },
    {
      head: words.scheme,
      cell: (row) => (
        <>
          {row.card_schema_type}
          <span className="quiet small block">{words[row.card_type]}</span>
        </>
      ),
    },
    {
      head: words.result,
      cell: (row) => (
        <>
          {words[row.expected_result]}
          <span className="quiet small block">
            {[
              row.custom_error_code && words.declinesWith(row.custom_error_code),
              row.simulated_delay_ms && words.delay((row.simulated_delay_ms / 1_000).toLocaleString(locale)),
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
        </>
      ),
    },
    {
      head: words.challenge,
      cell: (row) => challenges[row.extra_properties_dict?.three_ds_outcome ?? 'challenge'],
    },
    {
      head: common.details,
      isKept: true,
      cell: (row) => (
        <span className="row-actions">
          {may(postPayments) && (
            <To to="/laboratory" search={{ card: row.id }} className="button">
              {words.run}
              <span className="unseen">: {row.card_number}</span>
            </To>
          )}
          <Action operation={putTestCardsById} onPress={() => onDeed({ kind: 'change', of: row })}>
            {words.edit}
            <span className="unseen">: {row.card_number}</span>
          </Action>
          <Action
            operation={row.is_active ? postTestCardsByIdDeactivate : postTestCardsByIdActivate}
            onPress={() => onDeed({ kind: 'turn', of: row })}
          >
            {row.is_active ? words.deactivate : words.activate}
            <span className="unseen">: {row.card_number}</span>
          </Action>
          <Action operation={deleteTestCardsById} onPress={() => onDeed({ kind: 'remove', of: row })}>
            {words.remove}
            <span className="unseen">: {row.card_number}</span>
          </Action>
        </span>
      ),
    },
  ]
}

export default CardList
