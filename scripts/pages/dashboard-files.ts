/** deploy/monitoring/dashboards/*.json: the dashboards as Grafana imports them. */
import { DASHBOARDS, type Dashboard, type Panel } from '../../deploy/monitoring/dashboards.ts'

const COLUMNS = 24 // of Grafana's grid
const SIZES = { number: { w: 6, h: 4 }, lines: { w: 12, h: 8 } }
const SOURCE = { type: 'prometheus', uid: '$' + '{datasource}' }

export const dashboardFiles = (): { file: string; make: () => string }[] =>
  DASHBOARDS.map((dashboard) => ({
    file: `deploy/monitoring/dashboards/${dashboard.name}.json`,
    make: () => `${JSON.stringify(toGrafana(dashboard), null, 2)}\n`,
  }))

const toGrafana = ({ name, title, panels }: Dashboard): object => ({
  uid: `vezne-${name}`,
  title,
  tags: ['vezne'],
  schemaVersion: 39,
  editable: true,
  refresh: '30s',
  time: { from: 'now-3h', to: 'now' },
  templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' }] },
  links: [{ type: 'dashboards', tags: ['vezne'], title: 'Vezne', asDropdown: true, keepTime: true }],
  panels: placed(panels).map(({ panel, gridPos }, at) => toPanel(panel, gridPos, at + 1)),
})

/** From left to right, a new row where the next one does not fit. */
const placed = (panels: readonly Panel[]) => {
  let [x, y, rowHeight] = [0, 0, 0]
  return panels.map((panel) => {
    const { w, h } = SIZES[panel.shows ?? 'lines']
    if (x + w > COLUMNS) [x, y, rowHeight] = [0, y + rowHeight, 0]
    const gridPos = { x, y, w, h }
    x += w
    rowHeight = Math.max(rowHeight, h)
    return { panel, gridPos }
  })
}

const toPanel = ({ title, unit, queries, shows = 'lines', help }: Panel, gridPos: object, id: number): object => ({
  id,
  type: shows === 'number' ? 'stat' : 'timeseries',
  title,
  ...(help === undefined ? {} : { description: help }),
  datasource: SOURCE,
  gridPos,
  fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
  options:
    shows === 'number'
      ? { reduceOptions: { calcs: ['lastNotNull'] } }
      : { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
  targets: queries.map(([expr, legendFormat], at) => ({
    refId: String.fromCharCode(65 + at),
    datasource: SOURCE,
    expr,
    legendFormat,
  })),
})
