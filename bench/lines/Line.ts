import type { FixtureName } from '../fixture/buildFixture.ts'
import type { LoadRequest } from '../load/Load.ts'

/** A response that is checked before a line is measured. */
export interface FirstResponse {
  status: number
  bytes: number
  /** The parsed body; undefined if it is not JSON. */
  json: unknown
}

/** The goal of a line. */
export type Goal =
  /** Minimum rate as a multiple of the rate of PocketBase 0.22.0 on two cores. */
  | { kind: 'rate'; peer: number; times: number }
  /** Minimum rate as a multiple of another server's, for lines whose rate on the machine of PocketBase's rates is not known. */
  | { kind: 'ratio'; times: number }
  /** Maximum of the median response time in milliseconds. */
  | { kind: 'p50'; milliseconds: number }
  /** Maximum of the median response time as a multiple of another line's. */
  | { kind: 'p50 of'; line: string; times: number }

/** The measured server, as seen by its clients. */
export interface Target {
  url: string
  /** Tokens of some auth records. */
  tokens: () => Promise<readonly string[]>
}

/** A line of the table: one kind of request. */
export interface Line {
  name: string
  fixture: FixtureName
  connections: number
  requests: (target: Target) => LoadRequest[] | Promise<LoadRequest[]>
  /** Whether no request is sent twice, so that the warm-up does not send each of them once. */
  isFirstTime?: boolean
  /** Checks that the first response has the expected content. */
  isRight: (response: FirstResponse) => boolean
  goal?: Goal
}
