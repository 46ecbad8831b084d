/** Kinds of gateways, by the names banks use. */
import type { ConnectorType } from '../../../../sdk/src/generated/cards.ts'
import type { Options } from '../../parts/record/members.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { TEXTS } from './texts.ts'

const NAMES: Readonly<Record<Exclude<ConnectorType, 'custom'>, string>> = {
  nest_pay: 'NestPay',
  halk_bank_vpos: 'Halkbank',
  garanti_vpos: 'Garanti BBVA',
  vakifbank_vpos: 'VakıfBank',
  is_bank_vpos: 'İş Bankası',
  qnb_finansbank_vpos: 'QNB',
  deniz_bank_vpos: 'DenizBank',
  yapi_kredi_vpos: 'Yapı Kredi',
  ziraat_vpos: 'Ziraat Bankası',
  kuveyt_turk_vpos: 'Kuveyt Türk',
  enpara_vpos: 'Enpara',
  ziraat_katilim_vpos: 'Ziraat Katılım',
  akbank_vpos: 'Akbank',
  iyzico: 'iyzico',
}

export const useConnectorTypes = (): Options => {
  const { typeCustom } = useTexts(TEXTS)
  return [...Object.entries(NAMES), ['custom', typeCustom]]
}

export const useConnectorTypeName = (): ((type: ConnectorType) => string) => {
  const options = useConnectorTypes()
  return (type) => options.find(([value]) => value === type)?.[1] ?? type
}
