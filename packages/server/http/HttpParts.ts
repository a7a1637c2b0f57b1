import type { Registry } from 'prom-client'
import type { Backups } from '../backups/Backups.ts'
import type { Doctor } from '../doctor/Doctor.ts'
import type { Storage } from '../files/storage/Storage.ts'
import type { Thumbs } from '../files/thumbs/Thumbs.ts'
import type { LogSink } from '../logs/LogSink.ts'
import type { Effect } from '../messages/Effect.ts'
import type { MailJob } from '../messages/MailJob.ts'
import type { LoadHistory } from '../metrics/LoadHistory.ts'
import type { RequestCounters } from '../metrics/RequestCounters.ts'
import type { RealtimeHub } from '../realtime/RealtimeHub.ts'
import type { Dispatcher } from '../threads/dispatchers/Dispatcher.ts'
import type { BodyBudget } from './bodies/BodyBudget.ts'
import type { AttemptLimiter } from './limits/AttemptLimiter.ts'
import type { IsTrustedProxy } from './requests/clientAddress.ts'
import type { AllowOrigin } from './responses/cors.ts'

/** The dependencies of the HTTP layer. */
export interface HttpParts {
  dataDir: string
  dispatcher: Pick<Dispatcher, 'routes' | 'findCached' | 'dispatch' | 'serialize' | 'hasAdmins'>
  storage: Storage
  thumbs: Thumbs
  backups: Pick<Backups, 'perform'>
  doctor: Pick<Doctor, 'examine'>
  /** Counts all responses of endpoints. */
  requests: RequestCounters
  /** The metrics and the token that protects them; absent if they are off. */
  metrics?: { token: string; registry: Pick<Registry, 'contentType' | 'metrics'> }
  /** The load of the last hour. */
  loadHistory: Pick<LoadHistory, 'samples'>
  /** Returns the storage that backups are currently stored in. */
  backupStorage: () => Storage
  logs: LogSink
  /** Whether the current settings allow client addresses in the log. */
  logsIp: () => boolean
  /** Limits the memory of request bodies. Small bodies have their own budget, so large ones cannot block a sign-in. */
  bodies: Record<'small' | 'large', BodyBudget>
  /** Absent when attempts are not limited. */
  limiter?: AttemptLimiter
  allowOrigin: AllowOrigin
  isTrustedProxy: IsTrustedProxy
  /** Performs the effects of a change in the background, without delaying the response. */
  perform: (effects: readonly Effect[]) => void
  /** The open event streams. */
  realtime: Pick<RealtimeHub, 'connect' | 'subscribe' | 'signInOf' | 'deliverReturn'>
  /** Sends a mail; resolves when the mail server has accepted it, and rejects when it has not. */
  sendMail: (job: MailJob) => Promise<void>
  /** Whether an admin exists. */
  hasAdmins: () => Promise<boolean>
  /** The folder with the built dashboard. */
  dashboardDir: string
  /** The folder with the public files below `/`. */
  publicDir: string
  /** Whether paths without a file return the public folder's index.html. */
  indexFallback: boolean
}
