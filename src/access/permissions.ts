/** The permission table of all surfaces: which role may do what, and with whose rows. All checks and documents read it. */
import assert from 'node:assert/strict'
import type { Endpoint, SurfaceName } from './endpoint.ts'

/**
 * The rows that an operation may use. `platform`: those of any tenant, only for tokens of the realm `master`. `tenant`:
 * the caller's tenant. `merchant`: the same, but a caller bound to one merchant sees only that merchant. `realm`: the
 * caller's realm, which may be the platform. `open`: rows that belong to no tenant; look-up data and the caller's own
 * account.
 */
export type Scope = 'platform' | 'tenant' | 'merchant' | 'realm' | 'open'

interface RoleClass {
  readonly scope: Scope
  /** The operation decides, sends, administers or acts for the platform: in production, people may use it only with a second factor. */
  readonly needsSecondFactor: boolean
  readonly roles: ReadonlySet<string>
}
type Table = ReadonlyMap<string, RoleClass>

/** First line: roles; each further line: a class, its scope, whether it needs a second factor, and one mark per role. */
const tableOf = (text: string): Table => {
  const [[, , ...roles], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/)) as [string[], ...string[][]]
  return new Map(
    rows.map(([name, scope, factor, ...marks]) => {
      assert.ok(marks.length === roles.length && (factor === 'yes' || factor === '-'), `role class ${name}`)
      const allowed = new Set(roles.filter((_, at) => marks[at] === 'yes'))
      return [name as string, { scope: scope as Scope, needsSecondFactor: factor === 'yes', roles: allowed }]
    }),
  )
}

export const ROLE_CLASSES: Readonly<Record<SurfaceName, Table>> = {
  cards: tableOf(`
                  scope    factor tenant-admin pos-admin pos-operator pos-viewer merchant-admin merchant-user reconciliation-uploader
    pay           merchant -      yes          yes       yes          -          yes            yes           -
    money-back    merchant -      yes          yes       yes          -          yes            -             -
    read          merchant -      yes          yes       yes          yes        yes            yes           -
    pos-read      tenant   -      yes          yes       yes          yes        -              -             -
    operate       tenant   -      yes          yes       yes          -          -              -             -
    bank-files    tenant   yes    yes          yes       -            -          -              -             yes
    admin         tenant   yes    yes          yes       -            -          -              -             -
    approve       merchant yes    yes          yes       -            -          yes            -             -
    bank-profiles merchant -      yes          yes       yes          yes        yes            -             -
    hooks         merchant -      yes          yes       -            -          yes            -             -
    hooks-read    merchant -      yes          yes       yes          yes        yes            -             -`),
  transfers: tableOf(`
           scope    factor tenant-admin transfer-admin transfer-operator transfer-viewer transfer-merchant-admin transfer-merchant-user
    read   merchant -      yes          yes            yes               yes             yes                     yes
    create merchant -      yes          yes            yes               -               yes                     yes
    decide merchant yes    yes          yes            -                 -               yes                     -
    manage merchant yes    yes          yes            -                 -               yes                     -
    admin  tenant   yes    yes          yes            -                 -               -                       -`),
  fraud: tableOf(`
                scope    factor platform-admin tenant-admin fraud-admin fraud-analyst
    platform    platform yes    yes            -            -           -
    analyst     tenant   yes    -              yes          yes         yes
    fraud-admin tenant   yes    -              yes          yes         -`),
  identity: tableOf(`
                   scope    factor platform-admin tenant-admin pos-admin pos-operator pos-viewer transfer-admin transfer-operator transfer-viewer fraud-admin fraud-analyst
    users          realm    yes    yes            yes          -         -            -          -              -                 -               -           -
    monitors       realm    yes    yes            yes          -         -            -          -              -                 -               -           -
    tenant         tenant   yes    -              yes          -         -            -          -              -                 -               -           -
    platform       platform yes    yes            -            -         -            -          -              -                 -               -           -
    merchants-read tenant   -      -              yes          yes       yes          yes        yes            yes               yes             yes         yes`),
}

/** Role of machines that send the bank's files: it allows nothing else. */
export const UPLOADER_ROLE = 'reconciliation-uploader'

/** Roles that cover only the resources of their merchant. */
export const MERCHANT_ROLES: ReadonlySet<string> = new Set([
  'merchant-admin',
  'merchant-user',
  'transfer-merchant-admin',
  'transfer-merchant-user',
])

export const BUILT_IN_ROLES: ReadonlySet<string> = new Set(
  Object.values(ROLE_CLASSES).flatMap((table) => [...table.values()].flatMap(({ roles }) => [...roles])),
)

/** Roles that in production apply to people only with a second factor. */
export const SECOND_FACTOR_ROLES: ReadonlySet<string> = new Set(
  Object.values(ROLE_CLASSES).flatMap((table) =>
    [...table.values()].flatMap(({ needsSecondFactor, roles }) => (needsSecondFactor ? [...roles] : [])),
  ),
)

const classOf = (surface: SurfaceName, name: string): RoleClass => {
  const roleClass = ROLE_CLASSES[surface].get(name)
  assert(roleClass, `surface ${surface} has no role class ${name}`)
  return roleClass
}
const isOpen = (name: string): boolean => name === 'none' || name === 'any'

export const rolesAllowed = (surface: SurfaceName, roleClass: string): ReadonlySet<string> =>
  classOf(surface, roleClass).roles

/** Returns the roles that allow anything on a surface, reading included. */
export const listRoles = (surface: SurfaceName): ReadonlySet<string> =>
  new Set([...ROLE_CLASSES[surface].values()].flatMap(({ roles }) => [...roles]))

/** `none` and `any` are open to every caller at this step. */
export const isAllowed = (surface: SurfaceName, roleClass: string, roles: ReadonlySet<string>): boolean =>
  isOpen(roleClass) || !rolesAllowed(surface, roleClass).isDisjointFrom(roles)

export const permissionScope = (surface: SurfaceName, roleClass: string): Scope =>
  isOpen(roleClass) ? 'open' : classOf(surface, roleClass).scope

/**
 * A platform path is for the realm `master`, a tenant's path for tenants: whatever roles a token claims, so that a role
 * granted in the wrong realm has no effect.
 */
export const isInScope = (scope: Scope, tenantId: string | null): boolean =>
  scope === 'platform' ? tenantId === null : scope === 'open' || scope === 'realm' || tenantId !== null

/** Requirements of an operation for its caller: the row of the permission table that documents and tests show. */
export interface Permission {
  /** Undefined when no role is required. */
  readonly roles: readonly string[] | undefined
  readonly scope: Scope
  readonly fourEyes: Endpoint['fourEyes']
  /** Writes what holds for all merchants of the tenant: not for callers bound to one. */
  readonly isTenantWide: boolean
}

export const requirePermission = (surface: SurfaceName, spec: Endpoint): Permission => ({
  roles: isOpen(spec.allow) ? undefined : [...rolesAllowed(surface, spec.allow)],
  scope: permissionScope(surface, spec.allow),
  fourEyes: spec.fourEyes,
  isTenantWide: isTenantWide(surface, spec),
})

/** Rules, connectors, settings and the like. */
export const isTenantWide = (
  surface: SurfaceName,
  { method, allow, isOpenToBound = false }: Pick<Endpoint, 'method' | 'allow' | 'isOpenToBound'>,
): boolean => method !== 'GET' && permissionScope(surface, allow) === 'tenant' && !isOpenToBound
