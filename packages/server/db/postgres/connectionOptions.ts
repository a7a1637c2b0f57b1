import type { PoolConfig } from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'

/** The name of the program in `pg_stat_activity`. */
const applicationName = 'coffer'
const connectTimeoutMs = 5000

/**
 * Settings of each session. All statements of the server rely on them. By default, a role named `coffer` would create its tables in the
 * schema of the functions, which has the same name.
 */
const sessionSettings = [
  'search_path=public,coffer',
  'TimeZone=UTC',
  'standard_conforming_strings=on',
  'client_min_messages=warning',
  'DateStyle=ISO',
]

const isPostgresAddress = (address: string): boolean => /^postgres(?:ql)?:\/\//.test(address)

/** Returns connection options with which tables are found and created in a schema. */
export const inSchema = (options: PoolConfig, schema: string): PoolConfig => ({
  ...options,
  options: `${options.options} -c search_path=${schema},coffer`,
})

/**
 * Returns the connection options for an address such as `postgres://user@host:5432/database?sslmode=verify-full`. `sslmode` and the
 * certificate files have the same meaning as in libpq, and so has `options`. Missing parts come from the environment: PGHOST, PGPORT, PGUSER, PGPASSWORD,
 * PGDATABASE, and PGPASSFILE or `~/.pgpass`.
 * @throws Error with a sentence when the address is not valid
 */
export const connectionOptions = (address: string): PoolConfig => {
  if (!isPostgresAddress(address))
    throw new Error('The database address must begin with postgres://, such as postgres://user@host/database.')
  const given = parseAddress(address)
  // Later settings win, so that an address can name another schema.
  const options = [...sessionSettings.map(setting => `-c ${setting}`), ...(given.options ? [given.options] : [])]
  return {
    ...given,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    pipeline: true,
    options: options.join(' '),
  }
}

const parseAddress = (address: string): PoolConfig => {
  try {
    const url = new URL(address)
    url.searchParams.set('uselibpqcompat', 'true')
    return parseIntoClientConfig(url.href)
  } catch {
    // The message of the parser would contain the password.
    throw new Error('The database address is not valid. It must look like postgres://user@host:5432/database.')
  }
}
