/**
 * One rule: read, changed, tested on past checks, activated by a second person if the organization requires one. It is
 * in one piece because what is typed, tested and saved is state of one form.
 */
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { FraudAction, FraudRule } from '../../../../sdk/src/generated/fraud.ts'
import { useRead, useWrite } from '../../api/data.ts'
import { useMay, useMe } from '../../api/me.ts'
import { useLastEdit } from '../../api/names.ts'
import { Action } from '../../parts/action.tsx'
import { announceDone } from '../../parts/announce.tsx'
import { useOnDone, WriteForm } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Card, Page } from '../../parts/page.tsx'
import { Reading } from '../../parts/reading.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { LastEdit, Status } from '../../parts/values.tsx'
import { type Values, WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useGivenNames } from '../../texts/given-names.ts'
import { WaitingNotices } from '../waiting/waiting-changes.tsx'
import { Backtest } from './backtest.tsx'
import { describeCondition, laidOut } from './condition.ts'
import { ExpressionEditor } from './expression-editor.tsx'
import { RuleFacts } from './rule-facts.tsx'
import { FIELDS, RuleFields, toFields } from './rule-fields.tsx'
import { toRuleState } from './rule-list.tsx'
import { useSide } from './side.ts'
import { TEXTS } from './texts.ts'

const RuleDetail = (): ReactNode => {
  const words = useTexts(TEXTS)
  const given = useGivenNames()
  const side = useSide()
  const { id } = useParams({ strict: false }) as { id: string }
  const read = useRead(side.read, { path: { id } })
  const rule = read.data
  const isOwn = rule !== undefined && (side.isPlatform || rule.scope === 'tenant')
  return (
    <Page
      title={rule === undefined ? words.rule : given(rule.name)}
      beside={rule && <Status value={toRuleState(rule)} />}
      hint={
        rule && (
          <>
            <code>{rule.code}</code> {isOwn && <LastEdit id={rule.id} />}
          </>
        )
      }
      back={{ to: '/rules', text: words.back }}
      actions={isOwn && <RuleActions rule={rule} />}
    >
      <WaitingNotices
        side="checks"
        isShown={(change) => change.kind === 'fraud_rule' && change.entity_id === rule?.id}
      />
      <Reading of={read} lines={10}>
        {(found) => <EditedRule rule={found} isOwn={isOwn} />}
      </Reading>
    </Page>
  )
}

/** A concurrent change of another person does not discard what is being typed; saving then shows both. */
const EditedRule = ({ rule, isOwn }: { rule: FraudRule; isOwn: boolean }): ReactNode => {
  const [edited, edit] = useState<FraudRule | null>(null)
  const shown = edited ?? rule
  return (
    <RuleBody
      key={shown.last_modified}
      rule={shown}
      isOwn={isOwn}
      onTouch={() => edit((before) => before ?? rule)}
      onSaved={() => edit(null)}
    />
  )
}

interface RuleBodyProps {
  readonly rule: FraudRule
  readonly isOwn: boolean
  readonly onTouch: () => void
  readonly onSaved: () => void
}

const RuleBody = ({ rule, isOwn, onTouch, onSaved }: RuleBodyProps): ReactNode => {
  const may = useMay()
  const side = useSide()
  const [text, setText] = useState(() => laidOut(rule.expression_json))
  const [action, setAction] = useState<FraudAction>(rule.action)
  return (
    <div className="stack">
      {isOwn && may(side.change) ? (
        <RuleForm
          rule={rule}
          text={text}
          setText={(typed) => {
            onTouch()
            setText(typed)
          }}
          setAction={(chosen) => {
            onTouch()
            setAction(chosen)
          }}
          onSaved={onSaved}
        />
      ) : (
        <RuleFacts rule={rule} />
      )}
      {!side.isPlatform && <Backtest rule={rule} text={text} action={action} />}
    </div>
  )
}

interface RuleFormProps {
  readonly rule: FraudRule
  readonly text: string
  readonly setText: (text: string) => void
  readonly setAction: (action: FraudAction) => void
  readonly onSaved: () => void
}

const RuleForm = ({ rule, text, setText, setAction, onSaved }: RuleFormProps): ReactNode => {
  const words = useTexts(TEXTS)
  const side = useSide()
  const write = useWrite(side.change, { basis: rule })
  useOnDone(write.isSuccess, () => {
    announceDone(words.saved)
    onSaved()
  })
  const send = (values: Values): void => {
    const isSame = describeCondition(text) === describeCondition(rule.expression_json)
    write.mutate({
      path: { id: rule.id },
      body: { ...toFields(values), ...(isSame ? {} : { expression_json: text }) },
    })
  }
  const look = (values: FormData): void => setAction(values.get('action') as FraudAction)
  return (
    // The test below runs what is in the form, saved or not.
    <div onChange={(event) => look(new FormData((event.target as HTMLInputElement).form ?? undefined))}>
      <WriteForm
        error={write.error}
        isBusy={write.isPending}
        fields={FIELDS}
        basis={rule}
        submit={words.save}
        onSubmit={send}
      >
        {write.isSuccess && write.data?.is_active === false && (
          <div className="notice waits" role="status">
            <Icon name="warn" />
            <span>{words.waitsForSecond}</span>
          </div>
        )}
        <ExpressionEditor text={text} change={setText} />
        <Card title={words.facts}>
          <div className="field-grid">
            <RuleFields of={rule} />
          </div>
        </Card>
      </WriteForm>
    </div>
  )
}

type Deed = 'activate' | 'deactivate' | 'remove'

const RuleActions = ({ rule }: { rule: FraudRule }): ReactNode => {
  const words = useTexts(TEXTS)
  const side = useSide()
  const record = useTexts(RECORD)
  const navigate = useNavigate()
  const { person } = useMe()
  const edit = useLastEdit(rule.id)
  const [deed, setDeed] = useState<Deed | null>(null)
  const close = (): void => setDeed(null)
  const turn: Deed = rule.is_active ? 'deactivate' : 'activate'
  const path = { id: rule.id }
  // The rule was saved inactive for another person, so the person who saved it last is refused.
  const reason = rule.awaits_activation && !rule.is_active && edit?.by === person.id ? record.ownChange : null
  return (
    <>
      <Action
        operation={side.change}
        onPress={() => setDeed(turn)}
        kind={rule.is_active ? 'plain' : 'primary'}
        reason={reason}
      >
        {words[turn]}
      </Action>
      <Action operation={side.remove} onPress={() => setDeed('remove')}>
        {words.remove}
      </Action>
      {(deed === 'activate' || deed === 'deactivate') && (
        <WriteDialog
          operation={side.change}
          basis={rule}
          inputOf={() => ({
            path,
            // The version that was reviewed is sent along; if the stored one differs, the rule stays inactive.
            body: rule.is_active
              ? { is_active: false }
              : { is_active: true, expression_json: rule.expression_json, action: rule.action },
          })}
          title={words[`${deed}Title`]}
          hint={
            <>
              {words[`${deed}Hint`]} <code>{describeCondition(rule.expression_json)}</code>
            </>
          }
          submit={words[deed]}
          said={words[`${deed}d`]}
          onClose={close}
        />
      )}
      {deed === 'remove' && (
        <WriteDialog
          operation={side.remove}
          basis={rule}
          inputOf={() => ({ path })}
          title={words.removeTitle}
          hint={words.removeHint}
          submit={words.remove}
          kind="danger"
          said={words.removed}
          onClose={() => void navigate({ to: '/rules' } as never)}
        />
      )}
    </>
  )
}

export default RuleDetail
