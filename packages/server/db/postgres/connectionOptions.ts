import pg, { type PoolConfig } from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import { clientOfPrimary } from './clientOfPrimary.ts'

/** The name of the program in `pg_stat_activity`. */
const applicationName = 'coffer'
const connectTimeoutMs = 5000
/** Time after which the system checks that the machine of a silent connection is still there. */
const keepAliveDelayMs = 10_000

/**
 * Settings of each session. All statements of the server rely on them. By default, a role named `coffer` would create its tables in the
 * schema of the functions, which has the same name. After the machine of this server has vanished, PostgreSQL ends its sessions after 25
 * seconds instead of two hours, and so releases their locks.
 */
const sessionSettings = [
  'search_path=public,coffer',
  'TimeZone=UTC',
  'standard_conforming_strings=on',
  'client_min_messages=warning',
  'DateStyle=ISO',
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
]

const isPostgresAddress = (address: string): boolean => /^postgres(?:ql)?:\/\//.test(address)

/** Returns connection options with which tables are found and created in a schema. */
export function inSchema(options: PoolConfig, schema: string): PoolConfig {
  return {
    ...options,
    options: `${options.options} -c search_path=${schema},coffer`,
  }
}

/**
 * Returns the connection options for an address such as `postgres://user@host:5432/database?sslmode=verify-full`. `sslmode` and the
 * certificate files have the same meaning as in libpq, and so has `options`. An address with several hosts, such as
 * `postgres://user@first:5432,second:5432/database`, leads to the host that accepts writes. Missing parts come from the environment: PGHOST,
 * PGPORT, PGUSER, PGPASSWORD, PGDATABASE, and PGPASSFILE or `~/.pgpass`.
 * @throws Error with a sentence when the address is not valid
 */
export function connectionOptions(address: string): PoolConfig {
  if (!isPostgresAddress(address))
    throw new Error('The database address must begin with postgres://, such as postgres://user@host/database.')
  const [given, ...others] = splitHosts(address).map(parseAddress) as [PoolConfig, ...PoolConfig[]]
  // Later settings win, so that an address can name another schema.
  const options = [...sessionSettings.map(setting => `-c ${setting}`), ...(given.options ? [given.options] : [])]
  const all = {
    ...given,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    pipeline: true,
    options: options.join(' '),
  }
  return others.length === 0
    ? all
    : {
        ...all,
        Client: clientOfPrimary(
          [given, ...others].map(({ host, port }) => ({ host, port })),
          all,
        ),
      }
}

/** Returns a client that is not connected yet, with connection options of `connectionOptions`. */
export function createClient(options: PoolConfig): pg.Client {
  const Client = (options.Client ?? pg.Client) as typeof pg.Client
  return new Client(options)
}

/** Runs work on a connection of its own. */
export async function withClient<T>(options: PoolConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = createClient(options)
  // The error of a lost connection is also the error of the next statement.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Returns an address for each host of an address. */
function splitHosts(address: string): string[] {
  const [, start = '', hosts = '', rest = ''] = /^(\w+:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/s.exec(address) ?? []
  return hosts.split(',').map(host => `${start}${host}${rest}`)
}

/** The kinds of servers that an address may ask for with `target_session_attrs`. The server needs one that accepts writes in any case. */
const targets = new Set(['any', 'primary', 'read-write'])

function parseAddress(address: string): PoolConfig {
  const url = URL.parse(address)
  // The message of the parser would contain the password.
  const invalid = 'The database address is not valid. It must look like postgres://user@host:5432/database.'
  if (!url) throw new Error(invalid)
  const target = url.searchParams.get('target_session_attrs') ?? 'any'
  if (!targets.has(target))
    throw new Error(`target_session_attrs cannot be ${target}, because the server writes. Use primary, or leave it out.`)
  url.searchParams.delete('target_session_attrs')
  url.searchParams.set('uselibpqcompat', 'true')
  try {
    return parseIntoClientConfig(url.href)
  } catch {
    throw new Error(invalid)
  }
}
