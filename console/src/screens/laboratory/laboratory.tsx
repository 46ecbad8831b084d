/** Chooses what the bank does, runs it, and watches the result. */
import { type ReactNode, useState } from 'react'
import type { TestCard } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { useMe } from '../../api/me.ts'
import { readAmount, typedAmount } from '../../format/money.ts'
import { getTestCards } from '../../generated/operations.ts'
import { useAddress } from '../../parts/address.ts'
import { Field, WriteForm } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Card, Page } from '../../parts/page.tsx'
import { PickField } from '../../parts/pick-field.tsx'
import { Reading, StateCard } from '../../parts/reading.tsx'
import type { Values } from '../../parts/write-dialog.tsx'
import { type Same, useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { TEXTS as CARDS } from '../test-cards/texts.ts'
import { useRun } from './run.ts'
import { cardFor, NAMES, type ScenarioName } from './scenarios.ts'
import { TEXTS } from './texts.ts'
import { Watch } from './watch.tsx'

type Words = Same<(typeof TEXTS)['en']>

const CARDS_READ = 100
const FIRST_MINOR = 12_990
const MOST_MINOR = 100_000_000

const Laboratory = (): ReactNode => {
  const words = useTexts(TEXTS)
  const { tenant } = useMe()
  const isSandbox = tenant.environment !== 'production'
  const cards = useRead(getTestCards, { query: { page: 1, page_size: CARDS_READ } }, { isOn: isSandbox })
  return (
    <Page title={words.title} hint={words.hint}>
      {isSandbox ? (
        <Reading of={cards}>{({ items }) => <Bench cards={items} />}</Reading>
      ) : (
        <StateCard icon="shield" title={words.notHere} />
      )}
    </Page>
  )
}

const Bench = ({ cards }: { cards: readonly TestCard[] }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const { merchants } = useMe()
  const [{ card: named }] = useAddress()
  const [name, setName] = useState<ScenarioName>(named === undefined ? 'silent' : 'own')
  const { run, start } = useRun()
  const chosen = name === 'own' ? undefined : cardFor(name, cards)
  const able = merchants.filter(({ is_active }) => is_active !== false)
  const isBusy = run !== null && run.answers.length < run.count
  const send = (values: Values): void => {
    const card = chosen ?? cards.find(({ id }) => id === values.card)
    const minor = readAmount(values.amount ?? '', 'TRY', locale)
    if (card !== undefined && minor !== null) start({ name, card, minor, merchantId: values.merchant })
  }
  const check = (typed: string): string | null => {
    const minor = readAmount(typed, 'TRY', locale)
    return minor === null || minor === 0 || minor > MOST_MINOR ? common.amountUnreadable : null
  }
  return (
    <div className="stack">
      <Card>
        <WriteForm
          error={null}
          isBusy={isBusy}
          fields={[]}
          submit={run === null ? words.run : words.again}
          onSubmit={send}
        >
          <Scenarios name={name} change={setName} words={words} />
          <div className="field-grid">
            {name === 'own' && <CardPick cards={cards} first={named} />}
            {able.length > 1 && (
              <PickField
                name="merchant"
                label={words.merchant}
                options={able.map((each) => [each.id, each.name ?? each.external_id ?? each.id])}
              />
            )}
            <Field
              name="amount"
              label={`${common.amount} (TRY)`}
              value={typedAmount(FIRST_MINOR, 'TRY', locale)}
              inputMode="decimal"
              autoComplete="off"
              isRequired
              validate={check}
            />
          </div>
          {able.length === 1 && <input type="hidden" name="merchant" value={able[0]?.id} />}
          {name !== 'own' && chosen === undefined && (
            <div className="notice waits">
              <Icon name="warn" />
              <span>{words.noCard}</span>
            </div>
          )}
        </WriteForm>
      </Card>
      {run !== null && <Watch key={run.externalId} run={run} />}
    </div>
  )
}

interface ScenariosProps {
  readonly name: ScenarioName
  readonly change: (name: ScenarioName) => void
  readonly words: Words
}

const Scenarios = ({ name, change, words }: ScenariosProps): ReactNode => (
  <fieldset>
    <legend>{words.choose}</legend>
    <div className="scenarios">
      {NAMES.map((each) => (
        <label key={each} className="scenario">
          <input type="radio" name="scenario" value={each} checked={name === each} onChange={() => change(each)} />
          <span>
            <strong>{words[each]}</strong>
            <span className="quiet small">{words[`${each}Hint`]}</span>
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)

const CardPick = ({ cards, first }: { cards: readonly TestCard[]; first: string | undefined }): ReactNode => {
  const words = useTexts(TEXTS)
  const results = useTexts(CARDS)
  return (
    <PickField
      name="card"
      label={words.card}
      {...(first === undefined ? {} : { value: first })}
      options={cards
        .filter(({ is_active }) => is_active)
        .map((card) => [card.id, words.cardOf(card.card_number ?? card.id, results[card.expected_result])])}
    />
  )
}

export default Laboratory
