import type { BackupOutcomes } from '../backups/BackupOutcomes.ts'
import type { Backups } from '../backups/Backups.ts'
import type { CodeHost } from '../code/CodeHost.ts'
import type { Jobs } from '../code/Jobs.ts'
import type { Doctor } from '../dataDirectory/doctor/Doctor.ts'
import type { Transaction } from '../db/engine.ts'
import type { NodeStatus } from '../db/nodes.ts'
import type { LogSink } from '../logs/LogSink.ts'
import type { MailJob } from '../mail/MailJob.ts'
import type { ApiRequest } from '../messages/ApiRequest.ts'
import type { HookCall, InsideOutcome } from '../messages/HookCall.ts'
import type { MigrationFile } from '../migrations/scriptMessages.ts'
import type { ScriptHost } from '../pbHooks/ScriptHost.ts'
import type { ScriptJobs } from '../pbHooks/ScriptJobs.ts'
import type { Streams } from '../realtime/Streams.ts'
import type { Requester } from '../records/rules/Requester.ts'
import type { Versions } from '../runtime/cache/versions.ts'
import type { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import type { LoadHistory } from '../runtime/metrics/LoadHistory.ts'
import type { App } from './App.ts'

/** Lets the transaction of a step wait for hooks, which run in other processes. */
export interface HookWait {
  /** Calls the hooks of a change in its transaction, which also performs their requests. */
  call: (app: App, transaction: Transaction, call: HookCall, timeoutMs: number) => Promise<InsideOutcome>
  /** Discards the files that the hooks have stored. */
  discardFiles: (error: unknown) => Promise<void>
}

/** The arguments of a step in a reader or the writer: the thread's app, the request and the requester. */
export interface Call {
  app: App
  request: ApiRequest
  requester: Requester
  /** Whether the response can be large; see `LargeResponseError`. */
  allowsLarge?: boolean
  /** Set in the writer if the request names hooks inside of transactions. */
  hookWait?: HookWait
}

/** What only the main thread has. Nothing in it may occupy that thread, which serves all connections. */
export interface MainServices {
  backups: Pick<Backups, 'list' | 'create' | 'upload' | 'remove' | 'restore'>
  outcomes: Pick<BackupOutcomes, 'last'>
  doctor: Pick<Doctor, 'examine'>
  /** Counts what clients hold and have caused. */
  clients: Pick<ClientLedger, 'report' | 'rejections'>
  /** The load of the last hour. */
  loadHistory: Pick<LoadHistory, 'samples'>
  logs: LogSink
  /** Lists the nodes of the database; empty if this server is the only one. */
  nodes: { list: () => Promise<NodeStatus[]> }
  /** The folder of hooks, and what its files have registered. Absent if there is no folder. */
  code?: {
    host: Pick<CodeHost, 'folder' | 'code' | 'broken' | 'processes' | 'stopped' | 'statistics'>
    jobs: Pick<Jobs, 'list' | 'start'>
  }
  /** The files of `pb_hooks`, and their jobs; absent if there is no such folder. */
  scripts?: { host: Pick<ScriptHost, 'report' | 'jobs'>; jobs: Pick<ScriptJobs, 'states' | 'start'> }
  /** Returns the files of migrations by name. */
  migrationFiles: () => Pick<MigrationFile, 'name' | 'kind' | 'path'>[]
  /** Adds a mail to the queue. Resolves once it is stored. */
  queueMail: (job: MailJob) => Promise<void>
  /** Sends a mail. Resolves once the mail server has accepted it, and rejects if it has not. */
  sendMail: (job: MailJob) => Promise<void>
  /** The open event streams. */
  streams: Pick<Streams, 'of'>
  versions: Pick<Versions, 'areWritesSuspended' | 'isBackupUnderWay'>
  /** Whether the server is about to stop, and asks load balancers to send new requests to another one. */
  isDraining: () => boolean
}

/** The arguments of a step in the main thread. An earlier step has authenticated the requester, if that is necessary. */
export interface MainCall extends MainServices {
  request: ApiRequest
}
