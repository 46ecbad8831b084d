/** Every alert is provoked by a fault of a running installation: it fires, has its page of the runbook, and clears when the fault is gone. */
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ALERTS } from '../../deploy/monitoring/alerts.ts'
import { DASHBOARDS } from '../../deploy/monitoring/dashboards.ts'
import { makeScratch } from '../support/scratch.ts'
import { discardFolder } from '../support/seen.ts'
import { FAULTS, type Fault } from './alerts/faults.ts'
import { type Installation, metricsPortOf, startInstallation } from './alerts/installation.ts'
import { missingPrograms, type Prometheus, startPrometheus } from './alerts/prometheus.ts'
import type { Check } from './check.ts'

const WAIT_MS = 180_000 // what is read once a minute, and a window of the rules
const LOOK_MS = 500
const SETTLE_MS = 8_000
const ROOT = new URL('../../', import.meta.url)

export const alerts: Check = async (say) => {
  const missing = missingPrograms()
  if (missing !== undefined) {
    say(`not tried, this is missing: ${missing}`)
    return false
  }
  const untried = ALERTS.map(({ name }) => name).filter((name) => !FAULTS.some((fault) => fault.alerts.includes(name)))
  for (const name of untried) say(`no fault provokes ${name}`)
  const folder = makeScratch('vezne-alerts-')
  const place = await startInstallation()
  const prometheus = await startPrometheus(folder)
  try {
    prometheus.watch([place.api(), place.worker(), place.spare()].map(metricsPortOf))
    await sleep(SETTLE_MS)
    const early = (await prometheus.firing()).map(({ name }) => name)
    say(early.length === 0 ? 'nothing fires while all is well' : `fires while all is well: ${early.join(', ')}`)
    let isFine = untried.length === 0 && early.length === 0 && (await answersDashboards(say, prometheus))
    const wanted = process.env.VEZNE_ALERTS?.split(',')
    for (const fault of FAULTS.filter(({ alerts: names }) => names.some((name) => wanted?.includes(name) ?? true)))
      isFine = (await tried(say, prometheus, place, fault)) && isFine
    return isFine
  } finally {
    await prometheus.stop()
    await place.end()
    discardFolder(folder)
  }
}

/** Prometheus understands what every panel asks. */
const answersDashboards = async (say: (line: string) => void, prometheus: Prometheus): Promise<boolean> => {
  const queries = DASHBOARDS.flatMap(({ panels }) => panels.flatMap((panel) => panel.queries.map(([expr]) => expr)))
  let refused = 0
  for (const query of queries) {
    const why = await prometheus.refusal(query.replaceAll('$__rate_interval', '1m'))
    if (why === undefined) continue
    refused++
    say(`refused: ${query}: ${why}`)
  }
  say(`${queries.length} queries of ${DASHBOARDS.length} dashboards, ${refused} refused`)
  return refused === 0
}

const tried = async (
  say: (line: string) => void,
  prometheus: Prometheus,
  place: Installation,
  fault: Fault,
): Promise<boolean> => {
  say(fault.what)
  const plantedAt = performance.now()
  const takeAway = await fault.plant(place, prometheus.watch)
  const fired = await whenEach(
    fault.alerts,
    plantedAt,
    async (name) => (await pageOfFiring(prometheus, name)) !== undefined,
  )
  const pages = await Promise.all(fault.alerts.map((name) => pageOfFiring(prometheus, name)))
  const takenAt = performance.now()
  await takeAway()
  const cleared = await whenEach(
    fault.alerts,
    takenAt,
    async (name) => (await pageOfFiring(prometheus, name)) === undefined,
  )
  const rows = fault.alerts.map((name, at) => {
    const page = pages[at]
    const hasPage = page !== undefined && existsSync(fileURLToPath(new URL(page, ROOT)))
    say(
      `  | ${name.padEnd(28)} | ${shown(fired.get(name))} | ${shown(cleared.get(name))} | ${hasPage ? page : 'no page'} |`,
    )
    return hasPage && fired.has(name) && cleared.has(name)
  })
  return rows.every(Boolean)
}

const pageOfFiring = async (prometheus: Prometheus, wanted: string): Promise<string | undefined> =>
  (await prometheus.firing()).find(({ name }) => name === wanted)?.runbook

/** Seconds from then until it holds for each; absent: it never did. */
const whenEach = async (
  names: readonly string[],
  since: number,
  holds: (name: string) => Promise<boolean>,
): Promise<Map<string, number>> => {
  const found = new Map<string, number>()
  while (found.size < names.length && performance.now() - since < WAIT_MS) {
    for (const name of names)
      if (!found.has(name) && (await holds(name))) found.set(name, (performance.now() - since) / 1_000)
    await sleep(LOOK_MS)
  }
  return found
}

const shown = (seconds: number | undefined): string =>
  (seconds === undefined ? 'never' : `${seconds.toFixed(0)} s`).padStart(6)
