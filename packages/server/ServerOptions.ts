import type { Config } from './config/config.ts'
import type { MailTimeLimits } from './mail/MailQueue.ts'

/** The options of a server. */
export interface ServerOptions extends Config {
  /** Whether requests are handled in this thread (for tests) or in a pool of threads. */
  threads: 'inline' | 'pool'
  /** Allowed origins of browser requests. Default: all. */
  origins?: readonly string[]
  /** Addresses, networks and names (`loopback` …) of trusted proxies, whose `X-Forwarded-For` is used. Default: `loopback`. */
  trustedProxies?: readonly string[]
  /** Whether to create a database in a directory with other files of an instance. Default: an error. */
  newDatabase?: boolean
  /** The folder of files served below `/`. Default: `pb_public` beside the data directory. */
  publicDir?: string
  /** Whether the public index.html is served for missing pages. Default: true. */
  indexFallback?: boolean
  /** The folder of the built dashboard. */
  dashboardDir?: string
  /** Whether repeated failed sign-ins are throttled. */
  limitTries?: boolean
  /** Called if neither the new nor the old data can be opened after a restore, so that the server cannot continue. */
  onUnrecoverable?: (error: unknown) => void
  /** Maximum size of `logs.db` in bytes. Default: 500 MB. */
  maxLogBytes?: number
  /** The token that protects the metrics. Without one, they are off. */
  metricsToken?: string
  /** The timeouts and delays of mails (for tests). */
  mailTimeLimits?: MailTimeLimits
}
