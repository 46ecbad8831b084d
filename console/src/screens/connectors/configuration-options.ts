/** Bank configurations to choose from, by name. */
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { getConnectorConfigurations } from '../../generated/operations.ts'
import type { Options } from '../../parts/record/members.tsx'

const MANY = 100

export const useConfigurationOptions = (): Options => {
  const may = useMay()
  const read = useRead(
    getConnectorConfigurations,
    { query: { page: 1, page_size: MANY } },
    { isOn: may(getConnectorConfigurations) },
  )
  return (read.data?.items ?? []).map(({ id, name, connector_code }) => [
    id,
    [name, connector_code].filter(Boolean).join(' · ') || id,
  ])
}
