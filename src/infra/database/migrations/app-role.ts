/**
 * The role the program acts as. It owns nothing, sees only the tenants a transaction names, and may read across them by
 * switching to another role.
 */
import pg from 'pg'
import { parseServerAddress, type ServerAddress, withCredentials } from '../../process/server-address.ts'
import { StartupError } from '../../process/startup-error.ts'
import { newClient } from '../server-connection.ts'

const APP = 'vezne_app'
const PLATFORM = 'vezne_platform'
const CONNECT_MS = 10_000

/** Returns the program's address if its role is the one of {@link makeAppRole}. */
export const toAppUrl = (ownerUrl: string, password: string): string =>
  withCredentials(ownerUrl, { user: APP, password })

/** Creates both roles if they are missing and returns the program's address. */
export const makeAppRole = async (owner: pg.Client, ownerUrl: string, password: string): Promise<string> => {
  const url = toAppUrl(ownerUrl, password)
  try {
    const { rows } = await owner.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [
      [APP, PLATFORM],
    ])
    const has = (role: string): boolean => rows.some(({ rolname }) => rolname === role)
    if (!has(PLATFORM)) await owner.query(`create role ${PLATFORM} nologin noinherit`)
    if (!has(APP)) await owner.query(`create role ${APP} login noinherit password ${pg.escapeLiteral(password)}`)
    const { rows: granted } = await owner.query<{ is: boolean }>(`select pg_has_role($1, $2, 'member') as is`, [
      APP,
      PLATFORM,
    ])
    if (!granted[0]!.is) await owner.query(`grant ${PLATFORM} to ${APP}`)
    // Set the password only if it no longer fits, and only if no other installation uses the role.
    if (has(APP) && !(await canLogIn(url))) {
      await refuseForeignRole(owner)
      await owner.query(`alter role ${APP} login password ${pg.escapeLiteral(password)}`)
    }
    return url
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    throw new StartupError(
      `The user of DATABASE_URL may not make roles. Let an administrator run
  create role ${PLATFORM} nologin noinherit;
  create role ${APP} login noinherit password '...';
  grant ${PLATFORM} to ${APP};
and name the role in DATABASE_APP_URL.`,
      { cause: error },
    )
  }
}

/**
 * Roles belong to the whole cluster. If another database grants this role rights and the role may log in, another
 * installation uses it with the password of its own master keys: a new password would lock that installation out as its
 * connections renew. A role that may not log in is not in use.
 */
const refuseForeignRole = async (owner: pg.Client): Promise<void> => {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct d.datname as name
       from pg_shdepend s join pg_roles r on r.oid = s.refobjid join pg_database d on d.oid = s.dbid
      where s.refclassid = 'pg_authid'::regclass and r.rolname = $1 and r.rolcanlogin and d.datname <> current_database()
      order by 1`,
    [APP],
  )
  if (rows.length === 0) return
  throw new StartupError(
    `The role ${APP} of this PostgreSQL server has another password than the master keys of this installation give it, and another installation uses it: database ${rows.map(({ name }) => name).join(', ')}. Roles belong to the whole server, so a new password would lock that one out. Either start with its master keys (VEZNE_MASTER_KEYS), or name a role of your own in DATABASE_APP_URL; where that database is of no more use, drop it.`,
  )
}

/**
 * Ensures the role that DATABASE_APP_URL names: creates it if it is missing and the owner may; otherwise throws with
 * the statements an administrator has to run.
 */
export const ensureAppRole = async (owner: pg.Client, appUrl: string): Promise<void> => {
  await makeNamedRole(owner, parseServerAddress(appUrl))
  await asApp(appUrl, checkActingRole)
}

/** Opens one connection as the role the program acts as. */
export const asApp = async (appUrl: string, work: (app: pg.Client) => Promise<void>): Promise<void> => {
  const app = newClient(appUrl, {
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'vezne-start',
  })
  app.on('error', () => undefined) // the query in flight reports the error
  await app.connect().catch((error: Error & { code?: string }) => {
    if (!/^28/.test(error.code ?? '')) throw error
    throw new StartupError(`The server refuses the role or the password of DATABASE_APP_URL: ${error.message}.`)
  })
  try {
    await work(app)
  } finally {
    await app.end()
  }
}

/** Adds only what is missing: an existing role keeps its password and its privileges. */
const makeNamedRole = async (
  owner: pg.Client,
  { user: name, password: written }: Pick<ServerAddress, 'user' | 'password'>,
): Promise<void> => {
  const { rows } = await owner.query<{ rolname: string; may: boolean }>(
    `select rolname, (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) as may
     from pg_roles where rolname = any($1) or rolname = current_user`,
    [[APP, PLATFORM, name]],
  )
  if (rows[0]?.may !== true) return
  const has = (role: string): boolean => rows.some(({ rolname }) => rolname === role)
  const password = pg.escapeLiteral(written)
  if (!has(PLATFORM)) await owner.query(`create role ${PLATFORM} nologin noinherit`)
  if (!has(APP))
    await owner.query(`create role ${APP} ${name === APP ? `login password ${password}` : 'nologin'} noinherit`)
  if (!has(APP) || !has(PLATFORM)) await owner.query(`grant ${PLATFORM} to ${APP}`)
  if (has(name) || name === APP) return
  await owner.query(`create role ${pg.escapeIdentifier(name)} login password ${password}`)
  await owner.query(`grant ${APP} to ${pg.escapeIdentifier(name)}`)
}

/** Lists exactly which privileges the role of `app` lacks, or has in excess. */
export const checkActingRole = async (app: pg.Client): Promise<void> => {
  const { rows } = await app.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [
    [APP, PLATFORM],
  ])
  const has = (role: string): boolean => rows.some(({ rolname }) => rolname === role)
  const missing = [
    ...(has(PLATFORM) ? [] : [`create role ${PLATFORM} nologin noinherit;`]),
    ...(has(APP) ? [] : [`create role ${APP} nologin noinherit;`]),
    ...(has(APP) && has(PLATFORM) ? [] : [`grant ${PLATFORM} to ${APP};`]),
  ]
  const found = await findFacts(app)
  if (found.name !== APP && !(has(APP) && found.inheritsApp)) missing.push(`grant ${APP} to ${found.quoted};`)
  if (has(PLATFORM) && has(APP) && !found.mayChange) missing.push(`grant ${PLATFORM} to ${APP};`)
  if (found.seesAll) missing.push(`alter role ${found.quoted} nosuperuser nobypassrls;`)
  if (has(PLATFORM) && found.inheritsPlatform)
    missing.push(`alter role ${APP} noinherit; revoke ${PLATFORM} from ${APP}; grant ${PLATFORM} to ${APP};`)
  if (missing.length > 0)
    throw new StartupError(
      `The role of DATABASE_APP_URL (${found.name}) is not ready. Run as an administrator:\n  ${[...new Set(missing)].join('\n  ')}`,
    )
  if (found.owns)
    throw new StartupError(
      `The role of DATABASE_APP_URL (${found.name}) owns tables of the schema; name one that owns nothing, DATABASE_URL is the owner's.`,
    )
}

interface RoleFacts {
  name: string
  quoted: string
  inheritsApp: boolean
  mayChange: boolean
  inheritsPlatform: boolean
  seesAll: boolean
  owns: boolean
}

const findFacts = async (app: pg.Client): Promise<RoleFacts> => {
  const { rows } = await app.query<RoleFacts>(
    `select current_user as name, quote_ident(current_user) as quoted, rolsuper or rolbypassrls as "seesAll",
       coalesce((select pg_has_role(oid, 'usage') from pg_roles where rolname = $1), false) as "inheritsApp",
       coalesce((select pg_has_role(oid, 'member') from pg_roles where rolname = $2), false) as "mayChange",
       coalesce((select pg_has_role(oid, 'usage') from pg_roles where rolname = $2), false) as "inheritsPlatform",
       exists (select from pg_class where relnamespace = 'public'::regnamespace and pg_has_role(relowner, 'member')) as owns
     from pg_roles where rolname = current_user`,
    [APP, PLATFORM],
  )
  return rows[0]!
}

const canLogIn = async (url: string): Promise<boolean> => {
  const app = newClient(url, { connectionTimeoutMillis: CONNECT_MS })
  app.on('error', () => undefined)
  try {
    await app.connect()
    await app.end()
    return true
  } catch (error) {
    if (/^28/.test((error as { code?: string }).code ?? '')) return false
    throw error
  }
}
