import type { Preparation, SampleName } from '../../harness/copySample.ts'

/** A JSON value of an exchange file; an integer beyond the safe range is a bigint. */
export type Json = string | number | bigint | boolean | null | Json[] | { [key: string]: Json }

/** The dialect of a conversation: the one of PocketBase 0.22, or the one of 0.23 and later. */
export type Dialect = 'v022' | 'today'

/** A file of test/fixtures/exchanges; FORMAT.md there explains each key. */
export interface ExchangeFile {
  sample: SampleName
  args?: string[]
  env?: Record<string, string>
  prepare?: Preparation[]
  /** A folder of test/fixtures/hooks. Its content is copied beside the data directory, and `bin/coffer` serves it. */
  case?: string
  scenarios: Scenario[]
}

export interface Scenario {
  name: string
  writes?: boolean
  mail?: boolean
  prepare?: Preparation[]
  listeners?: ListenerSetup[]
  /** Whether the server starts. Otherwise it must end with an error. */
  starts?: boolean
  steps: Step[]
}

export interface ListenerSetup {
  name: string
  as?: string
  subscriptions?: string[]
}

export type Step = RequestStep | MailsStep | EventsStep | SqlStep | CaseStep | { wait: number } | { restart: true }

export interface RequestStep {
  request: RequestSpec
  response: ExpectedResponse
  capture?: Record<string, string>
  /** Seconds for which the request is repeated until the response is as recorded. */
  within?: number
  /** Number of times the request is sent at once. */
  times?: number
  /** Seconds within which all these requests must be answered. */
  seconds?: number
}

/** A step on the files, the process or the command line of a case. Paths are relative to its folder. */
export type CaseStep =
  | { write: string; text?: string; from?: string }
  | { remove: string }
  | { stop: true }
  | { start: true }
  | { file: string; text: string | null }
  | { list: string; names: Json[] }
  | { output: string[]; not?: string[] }
  | { cli: string[]; input?: string; exit?: number; output?: string[] }

export interface RequestSpec {
  method: string
  path: string
  query?: Record<string, Json>
  as?: string
  headers?: Record<string, string>
  json?: Json
  form?: FormPart[]
  urlencoded?: { name: string; value: string }[]
  text?: string
}

export interface FormPart {
  name: string
  value?: Json
  file?: string
  filename?: string
  content?: string
  type?: string
}

export interface ExpectedResponse {
  status: number
  headers?: Record<string, string | null>
  json?: Json
  text?: string
  bytes?: { length: number; sha256: string }
  image?: { format: string; width?: number; height?: number }
  empty?: true
}

export interface MailsStep {
  mails: ExpectedMail[]
}

export interface ExpectedMail {
  to?: string
  from?: string
  subject?: string
  textIncludes?: string[]
  htmlIncludes?: string[]
  capture?: Record<string, string>
}

export interface EventsStep {
  events: RealtimeEvent[]
}

export interface RealtimeEvent {
  listener: string
  event: string
  json: Json
}

export interface SqlStep {
  sql: string
  /** Seconds for which the query is repeated; default: 15. */
  within?: number
  db?: 'data' | 'logs'
  rows: Json[][]
}

/** The response to a request. */
export interface Reply {
  status: number
  /** Lower-case names; repeated headers are joined by ', '. */
  headers: Record<string, string>
  body: Buffer
}

/** A difference between a response and its recording. */
export interface Difference {
  at: string
  expected: unknown
  got: unknown
}

/**
 * Whether a scenario writes, sends email or prepares its data, so that it needs its own server.
 * @param isUndisturbed whether no other scenario of its topic sees what it writes
 */
export function needsOwnCopy({ writes = true, mail = false, starts = true, prepare }: Scenario, isUndisturbed = false) {
  return (writes && !isUndisturbed) || mail || !starts || prepare !== undefined
}

/** Whether a scenario mostly waits, so that others can run concurrently. */
export function isMostlyWaiting(scenario: Scenario) {
  return (
    needsOwnCopy(scenario) &&
    (scenario.mail === true || scenario.listeners !== undefined || scenario.steps.some(step => 'wait' in step))
  )
}
