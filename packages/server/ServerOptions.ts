import type { Config } from './config/config.ts'
import type { MailTimes } from './mail/MailQueue.ts'

/** What a server is made with. */
export interface ServerOptions extends Config {
  /** Whether requests are handled in this thread (for tests) or in a pool of threads. */
  threads: 'inline' | 'pool'
  /** Origins that browsers may call from; by default all. */
  origins?: readonly string[]
  /** Addresses, networks and names (`loopback` …) of proxies whose `X-Forwarded-For` counts; by default `loopback`. */
  trustedProxies?: readonly string[]
  /** Whether to create a database in a directory that has other files of an instance; by default that is an error. */
  newDatabase?: boolean
  /** Files that are served below `/`; by default `pb_public` beside the data directory. */
  publicDir?: string
  /** Whether the public index.html answers for pages that are not there; by default it does. */
  indexFallback?: boolean
  /** The built dashboard. */
  dashboardDir?: string
  /** Whether those who fail to sign in again and again have to wait. */
  limitTries?: boolean
  /** Called when neither new nor old data can be opened after a restore, so that there is nothing left to serve. */
  onLost?: (error: unknown) => void
  /** Bytes that `logs.db` may have; 500 MB by default. */
  maxLogBytes?: number
  /** How patient to be with a mail server (for tests). */
  mailTimes?: MailTimes
}
