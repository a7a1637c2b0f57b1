import { setTimeout as wait } from 'node:timers/promises'
import pg, { type PoolConfig } from 'pg'
import { identify, type ServerIdentity } from './serverIdentity.ts'

/** A server of PostgreSQL among several that hold the same database. */
export type Host = Pick<PoolConfig, 'host' | 'port'>

type Callback = (error: Error) => void

/** Notes whether the server says that it is a standby, as PostgreSQL does at the start of each session and when it is promoted. */
function watchRole(client: pg.Client): { isStandby: boolean } {
  const role = { isStandby: false }
  client.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (parameterName === 'in_hot_standby') role.isStandby = parameterValue === 'on'
  })
  return role
}

const standbyCode = 'ESTANDBY'

/** An error with a code like the code of a failed connection, so that callers try again. */
const standbyError = ({ host, port }: Host): Error =>
  Object.assign(new Error(`${host}:${port} is a standby, which does not accept writes`), { code: standbyCode })

/** Milliseconds for which the other hosts can still answer once one is found that accepts writes. */
const othersMs = 250

/** A host that accepts writes. */
interface Primary extends ServerIdentity {
  host: Host
}

/** Connects to a host and ends. @throws an error if it cannot be reached or is a standby */
async function probe(host: Host, options: PoolConfig): Promise<Primary> {
  const client = new pg.Client({ ...options, ...host, query_timeout: options.connectionTimeoutMillis })
  client.on('error', () => undefined)
  const role = watchRole(client)
  try {
    await client.connect()
    if (role.isStandby) throw standbyError(host)
    return { host, ...(await identify(client)) }
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Returns the host that was promoted last of those that accept writes: a former primary that was suspended or isolated still does.
 * @throws the error of one of the hosts if none accepts writes, preferably of one that cannot be reached
 */
async function findPrimary(hosts: readonly Host[], options: PoolConfig): Promise<Host> {
  // At the same time, because a host whose machine has vanished responds after seconds.
  const probes = hosts.map(host => probe(host, options))
  const found: Primary[] = []
  for (const running of probes)
    running.then(
      primary => found.push(primary),
      () => undefined,
    )
  try {
    const first = await Promise.any(probes)
    await Promise.race([Promise.allSettled(probes), wait(othersMs, undefined, { ref: false })])
    return found.reduce((last, primary) => (primary.timeline > last.timeline ? primary : last), first).host
  } catch (error) {
    const { errors } = error as AggregateError
    throw errors.find(({ code }) => code !== standbyCode) ?? errors[0]
  }
}

/**
 * Returns a class of clients that connect to the host that accepts writes. They look for it at the first connection, and again after a
 * connection was lost or refused, so that they find a promoted standby.
 */
export function clientOfPrimary(hosts: readonly Host[], options: PoolConfig): typeof pg.Client {
  let known: Promise<Host> | undefined
  const forget = () => {
    known = undefined
  }
  return class extends pg.Client {
    /** Makes the next client look for the host again. */
    static readonly forget = forget
    readonly #role = watchRole(this)

    override connect(): Promise<this>
    override connect(callback: Callback): void
    override connect(callback?: Callback): Promise<this> | undefined {
      if (!callback) return this.#connect()
      this.#connect().then(() => (callback as () => void)(), callback)
      return undefined
    }

    async #connect(): Promise<this> {
      known ??= findPrimary(hosts, options)
      try {
        Object.assign(this, await known)
        this.once('error', forget)
        await super.connect()
        if (this.#role.isStandby) throw standbyError(this)
        return this
      } catch (error) {
        forget()
        await this.end().catch(() => undefined)
        throw error
      }
    }
  }
}
