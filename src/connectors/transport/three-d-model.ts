/** The 3D model of a configuration: the bank charges automatically, or waits for our call after the challenge. */
import { phrase } from '../../core/phrases/phrase.ts'
import type { Configuration, ThreeDModel } from '../attempt.ts'
import type { ConfigurationFault } from '../port.ts'

/** `three_d_model` of the settings, 3d_secure when absent. Undefined: names an unknown model. */
export const threeDModelOf = ({ settings }: Configuration): ThreeDModel | undefined => {
  if (settings.supports_3d === 'false') return 'none'
  const model = settings.three_d_model ?? '3d_secure'
  return model === '3d_secure' || model === '3d_pay' ? model : undefined
}

export const threeDModelFaults = (configuration: Configuration): ConfigurationFault[] =>
  threeDModelOf(configuration) === undefined
    ? [{ field: 'extra_properties_dict.three_d_model', message: phrase`must be 3d_secure or 3d_pay` }]
    : []
