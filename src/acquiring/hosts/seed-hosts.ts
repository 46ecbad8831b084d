/** Hosts the list starts with: the documented ones of Turkish banks, and in the sandbox the bank simulator. */
import { newId } from '../../core/id.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { followSimulator, seedHostRows } from './host-store.ts'

/** ConnectorType, host, and the port if it is not the default one. `custom` has no host until the platform lists one. */
const DOCUMENTED: readonly (readonly [connectorType: string, host: string, port?: number])[] = [
  ['nest_pay', 'sanalpos.isbank.com.tr'],
  ['nest_pay', 'sanalpos2.ziraatbank.com.tr'],
  ['nest_pay', 'sanalpos.halkbank.com.tr'],
  ['nest_pay', 'sanalpos.teb.com.tr'],
  ['nest_pay', 'sanalpos.sekerbank.com.tr'],
  ['is_bank_vpos', 'sanalpos.isbank.com.tr'],
  ['ziraat_vpos', 'sanalpos2.ziraatbank.com.tr'],
  ['halk_bank_vpos', 'sanalpos.halkbank.com.tr'],
  ['garanti_vpos', 'sanalposprov.garanti.com.tr'],
  ['garanti_vpos', 'sanalposprovtest.garantibbva.com.tr'],
  ['yapi_kredi_vpos', 'posnet.yapikredi.com.tr'],
  ['yapi_kredi_vpos', 'setmpos.ykb.com'],
  ['qnb_finansbank_vpos', 'vpos.qnbfinansbank.com'],
  ['qnb_finansbank_vpos', 'vpostest.qnbfinansbank.com'],
  ['qnb_finansbank_vpos', 'vpos.qnb.com.tr'],
  ['ziraat_katilim_vpos', 'vpos.ziraatkatilim.com.tr'],
  ['ziraat_katilim_vpos', 'payfortestziraatkatilim.cordisnetwork.com'],
  ['akbank_vpos', 'api.akbank.com'],
  ['akbank_vpos', 'virtualpospaymentgateway.akbank.com'],
  ['akbank_vpos', 'apipre.akbank.com'],
  ['akbank_vpos', 'virtualpospaymentgatewaypre.akbank.com'],
  ['vakifbank_vpos', 'onlineodeme.vakifbank.com.tr', 4443],
  ['deniz_bank_vpos', 'inter-vpos.com.tr'],
  ['deniz_bank_vpos', 'test.inter-vpos.com.tr'],
  ['kuveyt_turk_vpos', 'sanalpos.kuveytturk.com.tr'],
  ['kuveyt_turk_vpos', 'boa.kuveytturk.com.tr'],
  ['kuveyt_turk_vpos', 'boatest.kuveytturk.com.tr'],
  ['iyzico', 'api.iyzipay.com'],
  ['iyzico', 'sandbox-api.iyzipay.com'],
]
const HTTPS_PORT = 443

/** `ownsAddresses` is true if this process decides where the bank simulator runs. */
export const seedHosts = async (runtime: Runtime, ownsAddresses: boolean): Promise<void> => {
  const { config, clock, db } = runtime
  const now = clock.now()
  const rows = DOCUMENTED.map(([connector_type, host, port = HTTPS_PORT]) => ({
    id: newId(now.getTime()),
    connector_type,
    host,
    port,
    note: null,
  }))
  await db.transaction({ as: 'platform' }, async (tx) => {
    await seedHostRows(tx, rows, now)
    if (config.env !== 'sandbox' || !ownsAddresses) return
    const { hostname, port, protocol } = new URL(config.urls.bank)
    await followSimulator(
      tx,
      {
        id: newId(now.getTime()),
        connector_type: null,
        host: hostname.replace(/^\[|\]$/g, ''),
        port: Number(port || (protocol === 'https:' ? HTTPS_PORT : 80)),
        note: 'Bank simulator',
      },
      now,
    )
  })
}
