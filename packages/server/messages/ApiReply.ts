import type { Body } from './ApiRequest.ts'
import type { Attempt } from './Attempt.ts'
import type { BackupOrder } from './BackupOrder.ts'
import type { CacheDependencies } from './CacheDependencies.ts'
import type { Effect } from './Effect.ts'
import type { MailOrder } from './MailOrder.ts'
import type { ProviderProof } from './ProviderProof.ts'
import type { ProviderReturn } from './ProviderReturn.ts'
import type { SubscriptionOrder } from './SubscriptionOrder.ts'

/** A stored file that the main thread streams to the client. */
export interface FileReply {
  /** Below the storage root: `<collection id>/<record id>/<stored name>`, of a backup its name. */
  key: string
  /** The name that the client sees. */
  name: string
  /** A size such as `100x100` that the field allows: served in place of the file if it is a picture. */
  thumb?: string
  /** The client asked to save it instead of showing it. */
  download: boolean
  /** Only the requester may have it, so no cache may store it. */
  isPrivate?: true
  /** It lies where backups are, and not with the files of records. */
  isBackup?: true
}

/** How much of the files of a form is of use. */
export interface UploadLimit {
  /** How many files count. */
  files: number
  /** Bytes of each. */
  size: number
}

/** The fields of a form that take files. */
export type UploadLimits = ReadonlyMap<string, UploadLimit>

/** What went wrong, for the request log alone; never sent to the client. */
export interface Failure {
  message: string
  /** The error behind it, or the issues by field. */
  details: string | Record<string, unknown> | null
  /** Whether it is logged as a warning, because it happens in daily use: somebody mistyped a password. */
  isWarning?: true
  /** Where it differs from the status of the answer: a request that is answered alike whether or not the account exists. */
  status?: number
}

/** A mail whose sending is what was asked for. */
export interface AwaitedMail {
  order: MailOrder
  /** The message of the answer, with status 400, when it cannot be sent. */
  failed: string
  /** How the requester, who must be an admin, reads why: in the message, as 0.22 does, or as the reason beside it. */
  explains?: 'inMessage' | 'asReason'
}

/** JSON as text; as parts, of which other responses may share some; or, if it is long, as UTF-8 bytes, which are transferred between threads. */
export type JsonText = string | readonly string[] | Uint8Array<ArrayBuffer>

/** What the user decides about a code that waits for a confirmation. */
export interface HeldReturnOrder {
  ticket: string
  action: 'view' | 'confirm' | 'cancel'
}

/** An answer as plain data. */
export interface ApiReply {
  status: number
  headers?: Record<string, string>
  /** Absent for an empty answer. */
  json?: JsonText
  file?: FileReply
  /** With the status 100, which says that a form may be read. */
  takes?: UploadLimits
  /** With the status 100, which says that the request may be made again with this body in place of its own. */
  body?: Body
  /** With the status 100: the request reads a view, and has to be repeated in a process that can be killed. */
  needsProcess?: true
  /** With the status 100, which says that the request may be made again with this. */
  proof?: ProviderProof
  /** With the status 100, which says that the request may be made again once this is counted. */
  attempt?: Attempt
  /** In place of `json`: what a thread that reads is to serialize, once the effects have been performed. */
  unserialized?: Uint8Array<ArrayBuffer>
  /** To be performed by the main thread, in order, after the change was committed. */
  effects?: Effect[]
  /** To be sent by the main thread before it answers. */
  mail?: AwaitedMail
  /** To be done by the main thread before it answers. */
  backup?: BackupOrder
  /** To be looked at by the main thread, which alone knows the streams of events. */
  subscription?: SubscriptionOrder
  /** To be passed on by the main thread for the same reason; it also finds out where the person goes from here. */
  providerReturn?: ProviderReturn
  /** To be looked up by the main thread for the same reason. */
  heldReturn?: HeldReturnOrder
  /** Milliseconds by which the main thread holds the answer back: its time is not to tell what it hides. */
  pause?: number
  /** Present if the response may be cached. */
  dependencies?: CacheDependencies
  /** For the request log. */
  auth?: 'guest' | 'admin' | 'authRecord'
  /** For the request log: what went wrong, never sent to the client. */
  failure?: Failure
}
