/** The role the program acts as: owns nothing, sees only the tenants a transaction names, may look across them by changing role. */
import pg from 'pg'

const APP = 'vezne_app'
const PLATFORM = 'vezne_platform'

/** The program's address where the role is {@link makeAppRole}'s. */
export const appUrlOf = (ownerUrl: string, password: string): URL => {
  const url = new URL(ownerUrl)
  url.username = APP
  url.password = password
  return url
}

/** Makes both roles where they are missing and answers the program's address. */
export const makeAppRole = async (owner: pg.Client, ownerUrl: string, password: string): Promise<string> => {
  const url = appUrlOf(ownerUrl, password)
  try {
    const { rows } = await owner.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [
      [APP, PLATFORM],
    ])
    const has = (role: string): boolean => rows.some(({ rolname }) => rolname === role)
    if (!has(PLATFORM)) await owner.query(`create role ${PLATFORM} nologin noinherit`)
    if (!has(APP)) await owner.query(`create role ${APP} login noinherit password ${pg.escapeLiteral(url.password)}`)
    const { rows: granted } = await owner.query<{ is: boolean }>(`select pg_has_role($1, $2, 'member') as is`, [
      APP,
      PLATFORM,
    ])
    if (!granted[0]!.is) await owner.query(`grant ${PLATFORM} to ${APP}`)
    // Only when it does not fit any more: the role may serve another program of this cluster.
    if (has(APP) && !(await canLogIn(url.href)))
      await owner.query(`alter role ${APP} login password ${pg.escapeLiteral(url.password)}`)
    return url.href
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    throw new Error(
      `The user of DATABASE_URL may not make roles. Let an administrator run
  create role ${PLATFORM} nologin noinherit;
  create role ${APP} login noinherit password '...';
  grant ${PLATFORM} to ${APP};
and name the role in DATABASE_APP_URL.`,
      { cause: error },
    )
  }
}

/** Where others made the role: says exactly what it lacks, or has too much of. */
export const checkAppRole = async (owner: pg.Client, appUrl: string): Promise<void> => {
  const { rows } = await owner.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [
    [APP, PLATFORM],
  ])
  const has = (role: string): boolean => rows.some(({ rolname }) => rolname === role)
  const missing = [
    ...(has(PLATFORM) ? [] : [`create role ${PLATFORM} nologin noinherit;`]),
    ...(has(APP) ? [] : [`create role ${APP} nologin noinherit;`]),
    ...(has(APP) && has(PLATFORM) ? [] : [`grant ${PLATFORM} to ${APP};`]),
  ]
  const found = await factsOf(appUrl)
  if (found.name !== APP && !(has(APP) && found.inheritsApp)) missing.push(`grant ${APP} to ${found.quoted};`)
  if (has(PLATFORM) && has(APP) && !found.mayChange) missing.push(`grant ${PLATFORM} to ${APP};`)
  if (found.seesAll) missing.push(`alter role ${found.quoted} nosuperuser nobypassrls;`)
  if (has(PLATFORM) && found.inheritsPlatform)
    missing.push(`alter role ${APP} noinherit; revoke ${PLATFORM} from ${APP}; grant ${PLATFORM} to ${APP};`)
  if (missing.length > 0)
    throw new Error(
      `The role of DATABASE_APP_URL (${found.name}) is not ready. Run as an administrator:\n  ${[...new Set(missing)].join('\n  ')}`,
    )
}

interface RoleFacts {
  name: string
  quoted: string
  inheritsApp: boolean
  mayChange: boolean
  inheritsPlatform: boolean
  seesAll: boolean
}

const factsOf = async (appUrl: string): Promise<RoleFacts> => {
  const app = new pg.Client({ connectionString: appUrl, connectionTimeoutMillis: 10_000 })
  app.on('error', () => undefined)
  await app.connect()
  try {
    const { rows } = await app.query<RoleFacts>(
      `select current_user as name, quote_ident(current_user) as quoted, rolsuper or rolbypassrls as "seesAll",
         coalesce((select pg_has_role(oid, 'usage') from pg_roles where rolname = $1), false) as "inheritsApp",
         coalesce((select pg_has_role(oid, 'member') from pg_roles where rolname = $2), false) as "mayChange",
         coalesce((select pg_has_role(oid, 'usage') from pg_roles where rolname = $2), false) as "inheritsPlatform"
       from pg_roles where rolname = current_user`,
      [APP, PLATFORM],
    )
    return rows[0]!
  } finally {
    await app.end()
  }
}

const canLogIn = async (url: string): Promise<boolean> => {
  const app = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
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
