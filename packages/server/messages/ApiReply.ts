import type { Dependencies } from '../runtime/cache/VersionedCache.ts'
import type { JsonText } from './json.ts'

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

/** The kind of a requester, and the name of the collection of an auth record. */
export interface LoggedRequester {
  kind: 'guest' | 'admin' | 'authRecord'
  collection?: string
}

interface ReplyHead {
  status: number
  headers?: Record<string, string>
  /** Whose request it was, for the request log. */
  auth?: LoggedRequester
  /** The signed-in user, of long responses: they are counted for the user. */
  user?: string
  /** Number of records in a list, for the request log. */
  records?: number
  /** Error details for the request log. */
  failure?: Failure
}

/** A response with a JSON body. */
export interface JsonReply<Json = JsonText> extends ReplyHead {
  kind: 'json'
  json: Json
  /** Milliseconds by which the main thread delays the response, so that its timing does not reveal what it hides. */
  pauseMs?: number
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

/** A response as plain data. The JSON of a step is a value or a `JsonSource`; once the thread has finished it, it is serialized. */
export type ApiReply<Json = JsonText> = JsonReply<Json> | FileReply | EmptyReply

/** Limits for the files of one form field. */
export interface UploadLimit {
  /** Maximum number of files. */
  files: number
  /** Maximum size of each file in bytes. */
  size: number
}

/** The limits of all file fields of a form. */
export type UploadLimits = ReadonlyMap<string, UploadLimit>

/** Creates a response with a JSON body. */
export function jsonReply<Json>(json: Json, rest: Partial<Omit<JsonReply, 'kind' | 'json'>> = {}): JsonReply<Json> {
  return {
    kind: 'json',
    status: 200,
    ...rest,
    json,
  }
}

/** Creates a response without a body. */
export function emptyReply(rest: Partial<Omit<EmptyReply, 'kind'>> = {}): EmptyReply {
  return { kind: 'empty', status: 204, ...rest }
}
