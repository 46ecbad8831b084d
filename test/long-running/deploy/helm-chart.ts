/** The chart: linted and rendered by Helm with everything on, its documents read by the types of Kubernetes (kinds/, fetched from the Go module proxy). */
import { join } from 'node:path'
import { lastLines, type Part, runProgram } from './part.ts'

const CHART = 'deploy/helm/vezne'
const NEEDED = ['--set', 'trustedProxies=10.244.0.0/16']
const VARIANTS: readonly (readonly string[])[] = [
  [],
  [
    '--set',
    'ingress.enabled=true,ingress.className=nginx,serviceMonitor.enabled=true,imagePullSecrets[0].name=pull,worker.memory.storageClass=fast,settings.VEZNE_LOG_LEVEL=warn',
  ],
  [
    '--set',
    'networkPolicy.enabled=false,prometheusRule.enabled=true,worker.memory.enabled=false',
    '--set-string',
    'prometheusRule.rules=groups: []',
  ],
  [
    '--set-json',
    'shards.addresses=["postgres://a1:5432,a2:5432/vezne","postgres://b1:5432/vezne"]',
    '--set-json',
    'shards.workers=[[0],[1,2]]',
    '--set-json',
    'shards.statement="set \\"pgdog.shard\\" to %"',
  ],
]

export const helmChart: Part = {
  title: 'chart for Kubernetes',
  needs: { helm: 'go install helm.sh/helm/v3/cmd/helm@latest', go: 'golang' },
  async run({ folder, say }) {
    const lint = await runProgram('helm', ['lint', '--strict', CHART, ...NEEDED])
    if (lint.code !== 0) {
      for (const line of lastLines(lint.output)) say(line)
      return false
    }
    const kinds = join(folder, 'kinds')
    const built = await runProgram('go', ['build', '-o', kinds, '.'], {
      cwd: 'test/long-running/deploy/kinds',
      env: { ...process.env, GOFLAGS: '-mod=readonly' },
    })
    if (built.code !== 0) {
      for (const line of lastLines(built.output)) say(line)
      return false
    }
    let isFine = true
    for (const words of VARIANTS) {
      const rendered = await runProgram('helm', [
        'template',
        'vezne',
        CHART,
        '--kube-version',
        '1.29.0',
        ...NEEDED,
        ...words,
      ])
      const read = await runProgram(kinds, [], { input: rendered.output })
      say(`${words.join(' ') || 'as it is'}: ${read.output.trim().replaceAll('\n', '; ')}`)
      isFine &&= rendered.code === 0 && read.code === 0
    }
    return isFine
  },
}
