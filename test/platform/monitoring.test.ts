/** Alerts, dashboards and the runbook name what exists: metrics, labels, pages. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ALERTS, pageOf } from '../../deploy/monitoring/alerts.ts'
import { DASHBOARDS } from '../../deploy/monitoring/dashboards.ts'
import { RUNBOOK_PAGES } from '../../src/cli/doctor/runbook-pages.ts'
import { listLabels, METRICS, type MetricName } from '../../src/infra/process/metric-list.ts'
import { collectFiguresOfNode, registry } from '../../src/infra/process/metrics.ts'
import { MONITOR_KINDS } from '../../src/monitors/model/monitor-kinds.ts'
import { FAULTS } from '../long-running/alerts/faults.ts'

const RUNBOOK = new URL('../../docs/runbook/', import.meta.url)
const pages = readdirSync(RUNBOOK).filter((name) => name !== 'README.md')
const SECTIONS = ['## What it means', '## Look at', '## Do', '## Over when']

/** Names that a query may have, with the labels of each. */
const known = async (): Promise<Map<string, ReadonlySet<string>>> => {
  const names = new Map<string, ReadonlySet<string>>([['up', new Set()]])
  for (const [name, { type }] of Object.entries(METRICS)) {
    const labels = new Set([...listLabels(name as MetricName), ...(type === 'histogram' ? ['le'] : [])])
    const ends = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
    for (const end of ends) names.set(`${name}${end}`, labels)
  }
  collectFiguresOfNode()
  for (const { name } of await registry.getMetricsAsJSON())
    if (!(name in METRICS)) for (const end of ['', '_bucket', '_sum', '_count']) names.set(`${name}${end}`, new Set())
  return names
}
const ALWAYS = new Set(['job', 'instance', 'le'])

const METRIC = /\b((?:vezne|http|db|nodejs|process)_[a-z0-9_]+|up)\b(\{([^}]*)\})?/g
const GROUPS = /\bby \(([^)]*)\)/g

/** Faults of a query: a metric that no process tells, or a label that none of its metrics has. */
const faultsOf = async (query: string): Promise<string[]> => {
  const names = await known()
  const faults: string[] = []
  const grouped = [...query.matchAll(GROUPS)].flatMap(([, labels]) => labels!.split(/, */))
  const all = new Set<string>(ALWAYS)
  for (const [, name = '', , matchers = ''] of query.replaceAll(GROUPS, '').matchAll(METRIC)) {
    const labels = names.get(name)
    if (labels === undefined) faults.push(`${name} does not exist`)
    for (const label of labels ?? []) all.add(label)
    for (const [, label = ''] of matchers.matchAll(/(\w+)\s*[=!]/g))
      if (!ALWAYS.has(label) && labels?.has(label) === false) faults.push(`${name} has no label ${label}`)
  }
  return [...faults, ...grouped.filter((label) => !all.has(label)).map((label) => `nothing has the label ${label}`)]
}

test('a metric that does not exist and a label that it lacks are found', async () => {
  assert.deepEqual(await faultsOf('rate(vezne_bank_call_total[5m])'), ['vezne_bank_call_total does not exist'])
  assert.deepEqual(await faultsOf('vezne_workers{status="working"}'), ['vezne_workers has no label status'])
  assert.deepEqual(
    await faultsOf('sum by (le) (rate(vezne_request_seconds_bucket{route="/x"}[5m])) + up{job="vezne"}'),
    [],
  )
})

test('every alert names metrics that exist, has its page and a fault that provokes it', async () => {
  for (const alert of ALERTS) {
    assert.deepEqual(await faultsOf(alert.expr), [], alert.name)
    assert.ok(pages.includes(`${pageOf(alert)}.md`), `${alert.name} has no page`)
    assert.ok(
      FAULTS.some(({ alerts }) => alerts.includes(alert.name)),
      `nothing provokes ${alert.name}`,
    )
  }
  assert.equal(new Set(ALERTS.map(({ name }) => name)).size, ALERTS.length)
})

test('every panel of a dashboard asks for metrics and labels that exist, and every metric is on one', async () => {
  assert.ok(DASHBOARDS.length >= 6)
  const asked: string[] = []
  for (const { name, panels } of DASHBOARDS)
    for (const { title, queries } of panels)
      for (const [expr, legend] of queries) {
        assert.deepEqual(await faultsOf(expr), [], `${name}: ${title}`)
        for (const [, label] of legend.matchAll(/\{\{(\w+)\}\}/g))
          assert.ok(
            label === 'instance' || expr.includes(label!),
            `${name}: ${title} shows ${label}, which its query does not keep`,
          )
        asked.push(expr)
      }
  const all = [...asked, ...ALERTS.map(({ expr }) => expr)].join('\n')
  const unseen = Object.keys(METRICS).filter((metric) => !all.includes(metric))
  assert.deepEqual(unseen, UNSEEN)
})
/** Told and on no screen: counts that another figure shows as well. */
const UNSEEN = ['vezne_unresolved_operations_total', 'vezne_recurring_card_expiries_total']

test('every line of the doctor and every monitor has its page, and every page one of these or an alert, and its sections', () => {
  for (const [check, page] of Object.entries(RUNBOOK_PAGES))
    assert.ok(pages.includes(`${page}.md`), `${check}: ${page}`)
  const monitored = Object.values(MONITOR_KINDS).map(({ page }) => page)
  for (const page of monitored) assert.ok(pages.includes(`${page}.md`), page)
  const used = new Set(
    [...ALERTS.map(pageOf), ...Object.values(RUNBOOK_PAGES), ...monitored].map((name) => `${name}.md`),
  )
  for (const page of pages) {
    assert.ok(used.has(page), `${page} belongs to nothing`)
    const text = readFileSync(new URL(page, RUNBOOK), 'utf8')
    const found = text.split('\n').filter((line) => line.startsWith('## '))
    assert.deepEqual(found, SECTIONS, page)
    for (const { name } of ALERTS.filter((alert) => `${pageOf(alert)}.md` === page))
      assert.match(text, new RegExp(name))
    for (const [, name] of text.matchAll(/\b(vezne_[a-z0-9_]+)\b/g))
      assert.deepEqual(NO_METRIC.has(name!) ? [] : [name!].filter((each) => !isMetric(each)), [], `${page}: ${name}`)
  }
})
const NO_METRIC = new Set(['vezne_app', 'vezne_platform', 'vezne_backup'])
const isMetric = (name: string): boolean => name.replace(/_(bucket|sum|count)$/, '') in METRICS || name in METRICS
