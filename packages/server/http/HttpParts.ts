import type { Registry } from 'prom-client'
import type { MainServices } from '../api/MainServices.ts'
import type { StepResult } from '../api/StepResult.ts'
import type { CodeHost } from '../code/CodeHost.ts'
import type { IdentifiedRequester } from '../code/hookService.ts'
import type { Storage } from '../files/storage/Storage.ts'
import type { Thumbs } from '../files/thumbs/Thumbs.ts'
import type { LogSink } from '../logs/LogSink.ts'
import type { RequestHead } from '../messages/ApiRequest.ts'
import type { ApiDialect } from '../messages/dialects.ts'
import type { InsideCall } from '../messages/HookCall.ts'
import type { ScriptHost } from '../pbHooks/ScriptHost.ts'
import type { RealtimeHub } from '../realtime/RealtimeHub.ts'
import type { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import type { IsTrustedProxy } from '../runtime/clients/clientAddress.ts'
import type { RequestCounters } from '../runtime/metrics/RequestCounters.ts'
import type { Dispatcher } from '../threads/dispatchers/Dispatcher.ts'
import type { AttemptLimiter } from './limits/AttemptLimiter.ts'
import type { FormTurns } from './limits/FormTurns.ts'
import type { HookTurns } from './limits/HookTurns.ts'
import type { PasswordTurns } from './limits/PasswordTurns.ts'
import type { ProviderTurns } from './limits/ProviderTurns.ts'
import type { RateLimiter } from './limits/rates/RateLimiter.ts'
import type { SharedAttemptLimiter } from './limits/SharedAttemptLimiter.ts'
import type { HostDialects } from './requests/hostDialects.ts'
import type { AllowOrigin } from './responses/cors.ts'

/** What the options and the settings say about requests and responses. */
export interface RequestPolicy {
  allowOrigin: AllowOrigin
  /** Rejects requests of admins from addresses that the settings do not list. */
  assertAdminAddress: (head: RequestHead) => void
  isTrustedProxy: IsTrustedProxy
  /** The dialect of requests that show none, by the current settings. */
  dialect: () => ApiDialect
  /** The dialects by the host that a request is sent to. */
  hostDialects: HostDialects
  /** Whether the current settings allow client addresses in the log. */
  logsIp: () => boolean
}

/** Limits what clients hold and cause, how often they send requests, and how much costly work is done at once. */
export interface RequestLimits {
  /** Counts what clients hold and have caused. */
  clients: ClientLedger
  /** The limits of requests in the settings. */
  rates: Pick<RateLimiter, 'take' | 'learn'>
  /** Limits attempts to guess passwords and codes, and requests for mails. Absent when they are not limited. */
  attempts?: AttemptLimiter | SharedAttemptLimiter
  /** Limits how many sign-ins ask an OAuth2 provider at once. */
  providerTurns: ProviderTurns
  /** Limits how many passwords are checked at once. */
  passwordTurns: PasswordTurns
  /** Limits how many transactions wait for hooks at once. */
  hookTurns: HookTurns
  /** Limits how many forms with many files are stored at once. */
  formTurns: FormTurns
}

/** The dependencies of the HTTP layer. */
export interface HttpParts {
  dispatcher: Dispatcher
  /** What steps in the main thread can use. */
  main: MainServices
  /** The open event streams. */
  realtime: Pick<RealtimeHub, 'add' | 'connect' | 'greet' | 'open'>
  limits: RequestLimits
  /** Calls hooks and routes; absent if there is no folder of them. */
  code?: Pick<CodeHost, 'hooksBefore' | 'hooksInside' | 'hasReadHooks' | 'callBefore' | 'findRoute' | 'request'> & {
    /** Calls the hooks that a transaction waits for. Resolves with the next result of its step. */
    callInside: (waiting: InsideCall, authorization: string | undefined) => Promise<StepResult>
    /** Returns the requester of an `Authorization` header. */
    identify: (authorization: string) => Promise<IdentifiedRequester>
  }
  /** Runs the files of `pb_hooks`; absent if there are none. */
  scripts?: ScriptHost
  policy: RequestPolicy
  files: {
    dataDir: string
    storage: Storage
    thumbs: Thumbs
    /** Returns the storage that backups are currently stored in. */
    backupStorage: () => Storage
  }
  /** What is recorded of requests, for the log and the metrics. */
  monitoring: {
    logs: LogSink
    /** Counts all responses of endpoints. */
    requests: RequestCounters
    /** The metrics and the token that protects them; absent if they are off. */
    metrics?: { token: string; registry: Pick<Registry, 'contentType' | 'metrics'> }
  }
  pages: {
    /** The folder with the built dashboard. */
    dashboardDir: string
    /** The folder with the public files below `/`. */
    publicDir: string
    /** Whether paths without a file return the public folder's index.html. */
    indexFallback: boolean
    /** Whether an admin exists. */
    hasAdmins: () => Promise<boolean>
  }
}
