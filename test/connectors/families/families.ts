/** Every family of the registry with its cases: a bank that is added without them fails here. */
import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Connector } from '../../../src/connectors/port.ts'
import { createRegistry } from '../../../src/connectors/registry.ts'
import { createBankHttpClient } from '../../../src/connectors/transport/bank-http-client.ts'
import { type Script, type ScriptedBank, type Scriptwriter, startScriptedBank } from '../../support/scripted-bank.ts'
import { akbank } from './akbank.ts'
import type { Family } from './family.ts'
import { garanti } from './garanti.ts'
import { interpos } from './interpos.ts'
import { iyzico } from './iyzico.ts'
import { kuveyt } from './kuveyt.ts'
import { nestpay } from './nestpay.ts'
import { payfor } from './payfor.ts'
import { posnet } from './posnet.ts'

const CASES: Readonly<Record<string, Family>> = { akbank, garanti, interpos, iyzico, kuveyt, nestpay, payfor, posnet }

interface Families {
  readonly families: readonly (readonly [Connector, Family])[]
  /** A bank that answers in this order, the last answer again and again; or as it is written. */
  bankThat(...scripts: readonly Script[] | readonly [Scriptwriter]): Promise<ScriptedBank>
}

/** Opens them for one test file, and closes them behind it. */
export const openFamilies = (): Families => {
  const line = createBankHttpClient({ allowLoopback: true, isLocalOnly: true })
  const banks: ScriptedBank[] = []
  after(async () => {
    line.close()
    for (const bank of banks) await bank.close()
  })
  const families = createRegistry({ httpClient: line }).connectors.map((connector) => {
    const cases = CASES[connector.family]
    assert.ok(cases, `${connector.family} has no cases in test/connectors/families`)
    return [connector, cases] as const
  })
  return {
    families,
    async bankThat(...scripts) {
      const [first] = scripts
      const bank = await startScriptedBank(
        typeof first === 'function' ? first : (_, at) => scripts[Math.min(at, scripts.length - 1)] as Script,
      )
      banks.push(bank)
      return bank
    },
  }
}
