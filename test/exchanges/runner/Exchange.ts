import type { Preparation, SampleName } from '../../harness/copySample.ts'

/** A JSON value of an exchange file; an integer beyond the safe range is a bigint. */
export type Json = string | number | bigint | boolean | null | Json[] | { [key: string]: Json }

/** A file of test/fixtures/exchanges; FORMAT.md there explains each key. */
export interface ExchangeFile {
  sample: SampleName
  args?: string[]
  env?: Record<string, string>
  prepare?: Preparation[]
  scenarios: Scenario[]
}

export interface Scenario {
  name: string
  writes?: boolean
  mail?: boolean
  prepare?: Preparation[]
  listeners?: ListenerSetup[]
  steps: Step[]
}

export interface ListenerSetup {
  name: string
  as?: string
  subscriptions?: string[]
}

export type Step = RequestStep | MailsStep | EventsStep | SqlStep | { wait: number } | { restart: true }

export interface RequestStep {
  request: RequestSpec
  response: ExpectedResponse
  capture?: Record<string, string>
}

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

/** Whether a scenario writes, sends email or prepares its data, so that it needs its own server. */
export const needsOwnCopy = ({ writes = true, mail = false, prepare }: Scenario) => writes || mail || prepare !== undefined

/** Whether a scenario mostly waits, so that others can run concurrently. */
export const isMostlyWaiting = (scenario: Scenario) =>
  needsOwnCopy(scenario) &&
  (scenario.mail === true || scenario.listeners !== undefined || scenario.steps.some(step => 'wait' in step))
