/** How the text of a setting is read; a text that does not fit is a fault that names the setting. */
import ipaddr from 'ipaddr.js'

/** Printed as one line; the program then exits with 2. */
export class SettingFault extends Error {
  constructor(name: string, what: string) {
    super(`${name}: ${what}`)
  }
}

export const text = (written: string): string => written

export const optionalText = (written: string): string | undefined => (written === '' ? undefined : written)

export const oneOf =
  <const V extends readonly string[]>(...values: V) =>
  (written: string, name: string): V[number] => {
    if (!values.includes(written)) throw new SettingFault(name, `"${written}" is none of ${values.join(', ')}`)
    return written
  }

export const bool = (written: string, name: string): boolean => {
  if (/^(on|true|yes|1)$/i.test(written)) return true
  if (/^(off|false|no|0)$/i.test(written)) return false
  throw new SettingFault(name, `"${written}" is neither on nor off`)
}

export const count =
  (min: number, max: number) =>
  (written: string, name: string): number => {
    const value = Number(written)
    if (!/^[0-9]+$/.test(written) || value < min || value > max)
      throw new SettingFault(name, `"${written}" is no whole number from ${min} to ${max}`)
    return value
  }

export const port = count(1, 65_535)

export const proxies = (written: string, name: string): string[] => {
  const entries = written.split(',').flatMap((entry) => entry.trim() || [])
  for (const entry of entries)
    if (!ipaddr.isValid(entry) && !ipaddr.isValidCIDR(entry))
      throw new SettingFault(name, `"${entry}" is neither an address nor a CIDR range such as 10.0.0.0/8`)
  return entries
}
