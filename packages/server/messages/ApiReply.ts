import type { Dependencies } from '../cache/VersionedCache.ts'
import type { Body } from './ApiRequest.ts'
import type { Attempt } from './Attempt.ts'
import type { BackupTask } from './BackupTask.ts'
import type { Effect } from './Effect.ts'
import type { JsonText } from './json.ts'
import type { MailJob } from './MailJob.ts'
import type { ProviderProof } from './ProviderProof.ts'
import type { ProviderReturn } from './ProviderReturn.ts'
import type { RefreshedToken } from './RefreshedToken.ts'
import type { SubscriptionRequest } from './SubscriptionRequest.ts'

/** A stored file that the main thread streams to the client. */
export interface RequestedFile {
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

interface ReplyBase {
  /** Effects of the committed change, which the main thread performs in order. */
  effects?: readonly Effect[]
  /** Kind of requester, for the request log. */
  auth?: 'guest' | 'admin' | 'authRecord'
  /** Error details for the request log. */
  failure?: Failure
}

interface ReplyHead extends ReplyBase {
  status: number
  headers?: Record<string, string>
}

/** A response with a JSON body. */
export interface JsonReply<Json = JsonText> extends ReplyHead {
  kind: 'json'
  json: Json
  /** Milliseconds by which the main thread delays the response, so that its timing does not reveal what it hides. */
  pauseMs?: number
  /** The new token in `json`, of an endpoint that caches token refreshes. */
  refreshedToken?: RefreshedToken
  /** Present if the response can be cached. */
  dependencies?: Dependencies
}

/** A response with a stored file. */
export interface FileReply extends ReplyHead {
  kind: 'file'
  file: RequestedFile
  /** Present if the response can be cached. */
  dependencies?: Dependencies
}

/** A response without a body. */
export interface EmptyReply extends ReplyHead {
  kind: 'empty'
}

/** A complete response as plain data. */
export type CompleteReply<Json = JsonText> = JsonReply<Json> | FileReply | EmptyReply

/** A mail that must be sent before the response, which has no body. */
export interface AwaitedMail {
  job: MailJob
  /** Message of the 400 response if sending fails. */
  failed: string
  /** Where an admin reads the cause of a failure: in the message, as in PocketBase 0.22, or as a separate reason. */
  explains?: 'inMessage' | 'asReason'
}

/** A response that the main thread completes. */
export type PendingReply = ReplyBase &
  (
    | { kind: 'mail'; mail: AwaitedMail }
    /** The response has the result of the task. */
    | { kind: 'backup'; task: BackupTask }
    /** The response has the report of an examination of the data directory. */
    | { kind: 'examination' }
    /** The response has the load of the last hour. */
    | { kind: 'loadHistory' }
    /** The response to a changed record. A reader serializes it after the effects, so that the writer is not held up. */
    | { kind: 'unserialized'; bytes: Uint8Array<ArrayBuffer> }
    | { kind: 'subscription'; subscription: SubscriptionRequest }
    /** The result of an OAuth2 sign-in, which is sent to the realtime client. It also chooses the next page of the browser. */
    | { kind: 'providerReturn'; returned: ProviderReturn }
    /** An OAuth2 sign-in that waits for the user's confirmation. */
    | { kind: 'heldReturn'; ticket: string; action: 'view' | 'confirm' | 'cancel' }
  )

/** The response to a changed record that a reader serializes. */
export type UnserializedReply = Extract<PendingReply, { kind: 'unserialized' }>

/** The result of a handled request. The JSON of a handler is a value or a `JsonSource`; the one of a thread is serialized. */
export type ApiReply<Json = JsonText> = CompleteReply<Json> | PendingReply

/** Limits for the files of one form field. */
export interface UploadLimit {
  /** Maximum number of files. */
  files: number
  /** Maximum size of each file in bytes. */
  size: number
}

/** The limits of all file fields of a form. */
export type UploadLimits = ReadonlyMap<string, UploadLimit>

/** The body of a request can be read. Its files must stay within these limits. */
export interface PrecheckPassed {
  kind: 'precheckPassed'
  accepts: UploadLimits
}

/** The result of a step before the request is handled. The main thread goes on with the next step. */
export type NextStep =
  | PrecheckPassed
  /** The request can be handled with this parsed body. */
  | { kind: 'parsed'; body: Body }
  /** The request can be handled with this proof. */
  | { kind: 'proved'; proof: ProviderProof }
  /** This attempt must be counted before the request is handled. */
  | { kind: 'countAttempt'; attempt: Attempt }
  /** The request reads a view, so it must be repeated in a process that can be killed. */
  | { kind: 'needsProcess' }

/** The result of a request in a thread, as plain data. */
export type ThreadReply = ApiReply | NextStep

/** Creates a response with a JSON body. */
export const jsonReply = <Json>(json: Json, rest: Partial<Omit<JsonReply, 'kind' | 'json'>> = {}): JsonReply<Json> => ({
  kind: 'json',
  status: 200,
  ...rest,
  json,
})

/** Creates a response without a body. */
export const emptyReply = (rest: Partial<Omit<EmptyReply, 'kind'>> = {}): EmptyReply => ({ kind: 'empty', status: 204, ...rest })
