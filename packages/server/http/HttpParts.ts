import type { Backups } from '../backups/Backups.ts'
import type { Storage } from '../files/storage/Storage.ts'
import type { Thumbs } from '../files/thumbs/Thumbs.ts'
import type { LogSink } from '../logs/LogSink.ts'
import type { Effect } from '../messages/Effect.ts'
import type { MailOrder } from '../messages/MailOrder.ts'
import type { RealtimeHub } from '../realtime/RealtimeHub.ts'
import type { Dispatcher } from '../threads/dispatchers/Dispatcher.ts'
import type { AllowOrigin } from './answers/cors.ts'
import type { BodyBudget } from './bodies/BodyBudget.ts'
import type { AttemptLimiter } from './limits/AttemptLimiter.ts'
import type { IsTrustedProxy } from './requests/clientAddress.ts'

/** Everything that the HTTP layer works with. */
export interface HttpParts {
  dataDir: string
  dispatcher: Pick<Dispatcher, 'routes' | 'recall' | 'dispatch' | 'serialize' | 'hasAdmins'>
  storage: Storage
  thumbs: Thumbs
  backups: Pick<Backups, 'perform'>
  /** Where backups are kept now. */
  backupStorage: () => Storage
  logs: LogSink
  /** Whether requests that arrive now may be logged with addresses of their clients. */
  logsIp: () => boolean
  /** The memory of bodies in flight: small ones have their own, so that large ones never keep a sign-in out. */
  bodies: Record<'small' | 'large', BodyBudget>
  /** Absent where attempts are not limited. */
  limiter?: AttemptLimiter
  allowOrigin: AllowOrigin
  isTrustedProxy: IsTrustedProxy
  /** Does what is left to do after a change, without making the client wait. */
  perform: (effects: readonly Effect[]) => void
  /** The open streams of events. */
  realtime: Pick<RealtimeHub, 'connect' | 'subscribe' | 'signInOf' | 'deliverReturn'>
  /** Sends a mail and waits until it is taken; rejects when it is not. */
  sendMail: (order: MailOrder) => Promise<void>
  /** Whether there is an administrator, as far as known. */
  hasAdmins: () => Promise<boolean>
  /** The built dashboard. */
  dashboardDir: string
  /** Files that are served to everybody below `/`. */
  publicDir: string
  /** Answer paths without a file by the public folder's index.html. */
  indexFallback: boolean
}
