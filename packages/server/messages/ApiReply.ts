import type { Body } from './ApiRequest.ts'
import type { Attempt } from './Attempt.ts'
import type { BackupTask } from './BackupTask.ts'
import type { CacheDependencies } from './CacheDependencies.ts'
import type { Effect } from './Effect.ts'
import type { MailJob } from './MailJob.ts'
import type { ProviderProof } from './ProviderProof.ts'
import type { ProviderReturn } from './ProviderReturn.ts'
import type { SubscriptionRequest } from './SubscriptionRequest.ts'

/** A stored file that the main thread streams to the client. */
export interface FileReply {
  /** Storage key: `<collection id>/<record id>/<stored name>`, or the name of a backup. */
  key: string
  /** File name for the client. */
  name: string
  /** Thumb size allowed by the field, such as `100x100`. Only images have thumbs; of other files the original is sent. */
  thumb?: string
  /** Whether the browser should save the file instead of showing it. */
  download: boolean
  /** Prevents caches from storing the file, because only the requester can read it. */
  isPrivate?: true
  /** Whether the file is in the backup storage instead of the record storage. */
  isBackup?: true
}

/** Limits for the files of one form field. */
export interface UploadLimit {
  /** Maximum number of files. */
  files: number
  /** Maximum size of each file in bytes. */
  size: number
}

/** The limits of all file fields of a form. */
export type UploadLimits = ReadonlyMap<string, UploadLimit>

/** Describes an error for the request log. Never sent to the client. */
export interface Failure {
  message: string
  /** The cause, or the issues by field. */
  details: string | Record<string, unknown> | null
  /** Logged as a warning, because it happens in daily use, such as a mistyped password. */
  isWarning?: true
  /** Logged status, if it differs from the response status: some responses must not reveal whether a record exists. */
  status?: number
}

/** A mail that must be sent before the response. */
export interface AwaitedMail {
  job: MailJob
  /** Message of the 400 response if sending fails. */
  failed: string
  /** Where an admin reads the cause of a failure: in the message, as in PocketBase 0.22, or as a separate reason. */
  explains?: 'inMessage' | 'asReason'
}

/** JSON as text, as parts that responses can share, or if it is long as UTF-8 bytes, which are transferred between threads. */
export type JsonText = string | readonly string[] | Uint8Array<ArrayBuffer>

/** A request to view, confirm or cancel an OAuth2 sign-in that waits for the user's confirmation. */
export interface HeldReturnRequest {
  ticket: string
  action: 'view' | 'confirm' | 'cancel'
}

/** A response as plain data, so that it can be sent between threads. */
export interface ApiReply {
  status: number
  headers?: Record<string, string>
  /** Absent if the response has no body. */
  json?: JsonText
  file?: FileReply
  /** With status 100: the form can be read, within these limits. */
  takes?: UploadLimits
  /** With status 100: repeat the request with this parsed body. */
  body?: Body
  /** With status 100: the request reads a view, so repeat it in a process that can be killed. */
  needsProcess?: true
  /** With status 100: repeat the request with this proof. */
  proof?: ProviderProof
  /** With status 100: count this attempt, then repeat the request. */
  attempt?: Attempt
  /** In place of `json`: records that a reader serializes after the effects have been performed. */
  unserialized?: Uint8Array<ArrayBuffer>
  /** Effects of the committed change, which the main thread performs in order. */
  effects?: Effect[]
  /** A mail the main thread sends before it responds. */
  mail?: AwaitedMail
  /** A backup task the main thread completes before it responds. */
  backup?: BackupTask
  /** New subscriptions, for the main thread, which manages the realtime clients. */
  subscription?: SubscriptionRequest
  /** The result of an OAuth2 sign-in, which the main thread sends to the realtime client. It also chooses the next page. */
  providerReturn?: ProviderReturn
  /** A confirmation, for the main thread, which stores the sign-ins in progress. */
  heldReturn?: HeldReturnRequest
  /** Milliseconds by which the main thread delays the response, so that its timing does not reveal what it hides. */
  pause?: number
  /** Present if the response can be cached. */
  dependencies?: CacheDependencies
  /** Kind of requester, for the request log. */
  auth?: 'guest' | 'admin' | 'authRecord'
  /** Error details for the request log. Never sent to the client. */
  failure?: Failure
}
