/** The configuration that a caller names: by its id, or by its name where only one of the tenant has it. */
import type { Configuration } from '../../connectors/attempt.ts'

type Named = Pick<Configuration, 'id' | 'name'>

export const findNamedConfiguration = <C extends Named>(named: string, configurations: readonly C[]): C | undefined => {
  const plain = named.trim().toLowerCase()
  const [only, ...more] = configurations.filter(({ name }) => name.trim().toLowerCase() === plain)
  return configurations.find(({ id }) => id === plain) ?? (more.length === 0 ? only : undefined)
}

/** Returns the id of the named configuration. A text that names none is returned unchanged, and refused where a configuration is chosen. */
export const toConfigurationId = (named: string | undefined, configurations: readonly Named[]): string | undefined =>
  named === undefined ? undefined : (findNamedConfiguration(named, configurations)?.id ?? named)
