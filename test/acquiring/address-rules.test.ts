/** Addresses of banks: the guard of webhooks, and the private networks the operator trusts; in the sandbox only loopback. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bankTargetRules } from '../../src/connectors/transport/bank-target-rules.ts'
import { createOutgoing } from '../../src/infra/outgoing/outgoing.ts'
import { loadConfig } from '../../src/infra/process/config.ts'

const OURS = {
  VEZNE_ENV: 'production',
  DATABASE_APP_URL: 'postgres://acts@db/vezne',
  VEZNE_CARDS_URL: 'https://pay.vezne.example',
}
const plain = createOutgoing({ rules: bankTargetRules(loadConfig(OURS)) })
const leased = createOutgoing({ rules: bankTargetRules(loadConfig({ ...OURS, VEZNE_BANK_NETWORKS: '10.20.0.0/16' })) })
const sandbox = createOutgoing({ rules: bankTargetRules(loadConfig({})) })

const TABLE = `
                                            production  leased line  sandbox
  https://93.184.215.14/vpos                taken       taken        -
  https://93.184.215.14:8443/vpos           taken       taken        -
  https://10.20.30.40/vpos                  -           taken        -
  https://10.21.0.1/vpos                    -           -            -
  http://10.20.30.40/vpos                   -           -            -
  http://93.184.215.14/vpos                 -           -            -
  https://172.16.0.1/                       -           -            -
  https://192.168.1.1/                      -           -            -
  https://100.64.0.1/                       -           -            -
  https://169.254.169.254/latest/meta-data/ -           -            -
  https://[fd00:ec2::254]/                  -           -            -
  https://[::ffff:10.20.30.40]/             -           -            -
  https://[64:ff9b::a14:1e28]/              -           -            -
  https://[2002:0a14:1e28::1]/              -           -            -
  https://metadata.google.internal/         -           -            -
  https://vpos/                             -           -            -
  https://pay.vezne.example/                -           -            -
  https://user:word@93.184.215.14/          -           -            -
  https://93.184.215.14:6379/               -           -            -
  ftp://93.184.215.14/                      -           -            -
  https://127.0.0.1/                        -           -            taken
  http://127.0.0.1:4050/fim/api             -           -            taken
  http://localhost:4050/                    -           -            taken
  http://[::1]:4050/                        -           -            taken
  http://127.0.0.2:4050/                    -           -            -
  http://2130706433/                        -           -            -
  http://0x7f.1/                            -           -            -`

for (const row of TABLE.trim().split('\n').slice(1)) {
  const [url = '', ...marks] = row.trim().split(/\s+/)
  test(url, async () => {
    for (const [at, outgoing] of [plain, leased, sandbox].entries()) {
      const fault = await outgoing.fault(url)
      assert.equal(fault === null ? 'taken' : '-', marks[at], `${['production', 'leased', 'sandbox'][at]}: ${fault}`)
    }
  })
}
