/** Which role may do what: the role classes of each surface, as tables. */
import assert from 'node:assert/strict'
import type { SurfaceName } from './endpoint.ts'

type Table = ReadonlyMap<string, ReadonlySet<string>>

/** First line: roles; each further line: a class and one mark per role. */
const tableOf = (text: string): Table => {
  const [roles, ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/)) as [string[], ...string[][]]
  return new Map(
    rows.map(([roleClass, ...marks]) => {
      assert.equal(marks.length, roles.length, `role class ${roleClass}`)
      return [roleClass as string, new Set(roles.filter((_, at) => marks[at] === 'yes'))]
    }),
  )
}

export const ROLE_CLASSES: Readonly<Record<SurfaceName, Table>> = {
  cards: tableOf(`
                  tenant-admin  pos-admin  pos-operator  pos-viewer  merchant-admin  merchant-user
    pay           yes           yes        yes           -           yes             yes
    money-back    yes           yes        yes           -           yes             -
    read          yes           yes        yes           yes         yes             yes
    pos-read      yes           yes        yes           yes         -               -
    operate       yes           yes        yes           -           -               -
    admin         yes           yes        -             -           -               -
    approve       yes           yes        -             -           yes             -
    bank-profiles yes           yes        yes           yes         yes             -
    hooks         yes           yes        -             -           yes             -
    hooks-read    yes           yes        yes           yes         yes             -`),
  transfers: tableOf(`
           tenant-admin transfer-admin transfer-operator transfer-viewer transfer-merchant-admin transfer-merchant-user
    read   yes          yes            yes               yes             yes                     yes
    create yes          yes            yes               -               yes                     yes
    decide yes          yes            -                 -               yes                     -
    manage yes          yes            -                 -               yes                     -
    admin  yes          yes            -                 -               -                       -`),
  fraud: tableOf(`
                platform-admin  tenant-admin  fraud-admin  fraud-analyst
    platform    yes             -             -            -
    analyst     -               yes           yes          yes
    fraud-admin -               yes           yes          -`),
  identity: tableOf(`
             platform-admin tenant-admin pos-admin pos-operator pos-viewer transfer-admin transfer-operator transfer-viewer fraud-admin fraud-analyst
    users          yes      yes          -         -            -          -              -                 -               -           -
    tenant         -        yes          -         -            -          -              -                 -               -           -
    platform       yes      -            -         -            -          -              -                 -               -           -
    merchants-read -        yes          yes       yes          yes        yes            yes               yes             yes         yes`),
}

/** Roles that reach the own merchant's resources only. */
export const MERCHANT_ROLES: ReadonlySet<string> = new Set([
  'merchant-admin',
  'merchant-user',
  'transfer-merchant-admin',
  'transfer-merchant-user',
])

export const BUILT_IN_ROLES: ReadonlySet<string> = new Set([
  ...Object.values(ROLE_CLASSES).flatMap((table) => [...table.values()].flatMap((roles) => [...roles])),
])

export const rolesAllowed = (surface: SurfaceName, roleClass: string): ReadonlySet<string> => {
  const roles = ROLE_CLASSES[surface].get(roleClass)
  assert(roles, `surface ${surface} has no role class ${roleClass}`)
  return roles
}

/** `none` and `any` are open to everybody who came this far. */
export const isAllowed = (surface: SurfaceName, roleClass: string, roles: ReadonlySet<string>): boolean =>
  roleClass === 'none' || roleClass === 'any' || !rolesAllowed(surface, roleClass).isDisjointFrom(roles)
