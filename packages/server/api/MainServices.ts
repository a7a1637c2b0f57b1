import type { CallReport } from '../code/CallStatistics.ts'
import type { LoadedCode } from '../code/process/messages.ts'
import type { JobRun } from '../code/storedJobRuns.ts'
import type { NodeStatus } from '../db/nodes.ts'
import type { LogSink } from '../logs/LogSink.ts'
import type { MailJob } from '../mail/MailJob.ts'
import type { MigrationFile } from '../migrations/scriptMessages.ts'
import type { ScriptReport } from '../pbHooks/ScriptReport.ts'
import type { Streams } from '../realtime/Streams.ts'
import type { Versions } from '../runtime/cache/versions.ts'
import type { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import type { LoadHistory } from '../runtime/metrics/LoadHistory.ts'

/** The backups. Each operation throws Rejection with the reason if it fails. */
interface BackupService {
  list: () => Promise<{ key: string; size: number; modified: Date }[]>
  /** Creates a backup. An empty name is generated. */
  create: (name: string) => Promise<void>
  /** Stores an uploaded file as a backup. */
  upload: (name: string, path: string) => Promise<void>
  remove: (key: string) => Promise<void>
  /** Restores a backup. Resolves once the archive is unpacked and valid; the data is replaced after that. */
  restore: (key: string) => Promise<void>
}

/** When a job runs next, in milliseconds since 1970, if its schedule ever does, and its last run. */
interface JobRuns {
  isRunning: boolean
  next?: number | undefined
  lastRun?: JobRun | undefined
}

/** The folder of hooks. */
interface CodeFolder {
  folder: string
  /** What its files have registered. */
  code: LoadedCode
  /** Why changed files could not be loaded, and since when, in milliseconds since 1970. */
  broken: { error: string; since: number } | undefined
  /** Number of processes that can be called. */
  processes: number
  /** Why no process can be called; empty if one can. */
  stopped: string
  /** Counts calls by the key of a hook, the file of a route or the name of a job. */
  statistics: { report: (key: string) => CallReport }
}

/** The jobs of the folder of hooks. */
interface CodeJobs {
  list: () => Promise<(LoadedCode['jobs'][number] & JobRuns)[]>
  /**
   * Starts a job, whether or not it is due.
   * @throws Rejection if there is no such job, or if it runs already
   */
  start: (name: string) => Promise<void>
}

/** The files of `pb_hooks`. */
interface ScriptFolder {
  jobs: readonly { id: string; cron: string }[]
  report: () => ScriptReport
}

/** The jobs of `pb_hooks`. */
interface ScriptJobs {
  /** Returns the runs of each job by its id. */
  states: () => Promise<ReadonlyMap<string, JobRuns>>
  /**
   * Starts a job, whether or not it is due.
   * @throws Rejection if there is no such job, or if it runs already
   */
  start: (id: string) => void
}

/** What only the main thread has. Nothing in it may occupy that thread, which serves all connections. */
export interface MainServices {
  backups: BackupService
  /** The last outcomes of restores and automatic backups. */
  outcomes: { last: Readonly<Record<string, object>> }
  /** Examines the data directory. Returns the report as it is sent. */
  doctor: { examine: () => Promise<object> }
  /** Counts what clients hold and have caused. */
  clients: Pick<ClientLedger, 'report' | 'rejections'>
  /** The load of the last hour. */
  loadHistory: Pick<LoadHistory, 'samples'>
  logs: LogSink
  /** Lists the nodes of the database; empty if this server is the only one. */
  nodes: { list: () => Promise<NodeStatus[]> }
  /** Absent if there is no folder of hooks. */
  code?: { host: CodeFolder; jobs: CodeJobs }
  /** Absent if there is no folder `pb_hooks`. */
  scripts?: { host: ScriptFolder; jobs: ScriptJobs }
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
