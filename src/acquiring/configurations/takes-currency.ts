/** Returns whether a configuration takes payments in a currency; one that names none takes lira. */
import type { Configuration } from '../../connectors/attempt.ts'

export const takesCurrency = ({ settings }: Pick<Configuration, 'settings'>, currency: string): boolean =>
  (settings.supported_currencies ?? 'TRY').split(',').some((each) => each.trim() === currency)
