/** Why an alert was opened: the rules that matched, the values they saw, the check in the log. */
import type { ReactNode } from 'react'
import type { FraudAlert, FraudRule } from '../../../../sdk/src/generated/fraud.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { getFraudLogs, getFraudRules } from '../../generated/operations.ts'
import { To } from '../../parts/link.tsx'
import { Card, Facts } from '../../parts/page.tsx'
import { Part } from '../../parts/reading.tsx'
import { Table } from '../../parts/table.tsx'
import { Status } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { describeCondition } from '../rules/condition.ts'
import { useTraceOf } from './alert-actions.tsx'
import { parseCodes } from './evidence-values.tsx'
import { TEXTS } from './texts.ts'

export const Evidence = ({ alert }: { alert: FraudAlert }): ReactNode => (
  <div className="stack">
    <MatchedRules alert={alert} />
    <SeenValues alert={alert} />
    <CheckOf alert={alert} />
  </div>
)

const RULES_READ = 100

const MatchedRules = ({ alert }: { alert: FraudAlert }): ReactNode => {
  const words = useTexts(TEXTS)
  const may = useMay()
  const codes = parseCodes(alert.reason_codes)
  const isOn = may(getFraudRules)
  const rules = useRead(
    getFraudRules,
    {
      query: {
        process: alert.process,
        include_global: true,
        page: 1,
        page_size: RULES_READ,
        // One code is searched for; several are found on the page of all rules.
        ...(codes.length === 1 ? { search_term: codes[0] } : {}),
      },
    },
    { isOn },
  )
  const show = (known: readonly FraudRule[]): ReactNode => (
    <Table
      caption={words.evidence}
      rows={codes.map((code) => ({ code, rule: known.find((each) => each.code === code) }))}
      keyOf={({ code }) => code}
      columns={[
        {
          head: words.rule,
          cell: ({ code, rule }) => (rule ? <To to={`/rules/${rule.id}`}>{rule.name}</To> : <code>{code}</code>),
        },
        { head: words.action, isKept: true, cell: ({ rule }) => rule && <Status value={rule.action} /> },
        {
          head: words.condition,
          cell: ({ rule }) =>
            rule ? (
              <code className="small">{describeCondition(rule.expression_json)}</code>
            ) : isOn ? (
              words.goneRule
            ) : null,
        },
      ]}
    />
  )
  return (
    <Card title={words.evidence} className="queue">
      {isOn ? <Part of={rules}>{({ items }) => show(items)}</Part> : show([])}
    </Card>
  )
}

/** The members of the fraud check in the payment's trace. */
const SeenValues = ({ alert }: { alert: FraudAlert }): ReactNode => {
  const words = useTexts(TEXTS)
  const { isOn, trace } = useTraceOf(alert)
  if (alert.process !== 'sanal_pos') return null
  return (
    <Card title={words.values} className="seen-values">
      {isOn ? (
        <Part of={trace}>
          {({ data }) => {
            const check = data.events.find(({ source }) => source === 'FraudCheck')
            return <Facts rows={toValues(check?.requestBody ?? null).map(([name, value]) => [name, value])} />
          }}
        </Part>
      ) : (
        <p className="quiet">{words.noValues}</p>
      )}
    </Card>
  )
}

/** Shown elsewhere on the page, or of no use to people. */
const SAME_FOR_ALL = new Set(['tenant_id', 'merchant', 'process'])

const toValues = (text: string | null): readonly (readonly [string, string])[] => {
  try {
    const values = JSON.parse(text ?? '{}') as Record<string, unknown>
    return Object.entries(values)
      .filter(([name]) => !SAME_FOR_ALL.has(name))
      .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
      .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)])
  } catch {
    return []
  }
}

const CheckOf = ({ alert }: { alert: FraudAlert }): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const may = useMay()
  const isOn = may(getFraudLogs) && alert.external_txn_id !== null
  const logs = useRead(
    getFraudLogs,
    { query: { search_term: alert.external_txn_id ?? '', page: 1, page_size: 5 } },
    { isOn },
  )
  if (!isOn) return null
  return (
    <Card
      title={words.check}
      beside={
        <To to="/checks" search={{ q: alert.external_txn_id ?? '' }}>
          {words.openCheck}
        </To>
      }
    >
      <Part of={logs}>
        {({ items }) => {
          const log = items.find(({ id }) => id === alert.fraud_check_log_id) ?? items[0]
          return (
            <Facts
              rows={[
                [words.action, log && <Status key="d" value={log.decision} />],
                [words.latency, log && words.ms(log.latency_ms.toLocaleString(locale))],
                [words.outcome, log?.outcome && <Status key="o" value={log.outcome} />],
              ]}
            />
          )
        }}
      </Part>
    </Card>
  )
}
