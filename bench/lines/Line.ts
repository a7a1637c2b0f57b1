import type { FixtureName } from '../fixture/buildFixture.ts'
import type { LoadRequest } from '../load/Load.ts'

/** An answer that is looked at before a line is measured. */
export interface Answer {
  status: number
  bytes: number
  /** The body; undefined when it is no JSON. */
  json: unknown
}

/** What a line must reach. */
export type Goal =
  /** So many times the rate that PocketBase 0.22.0 had on two cores. */
  | { kind: 'rate'; peer: number; times: number }
  /** Half of the answers within so many milliseconds. */
  | { kind: 'p50'; milliseconds: number }
  /** Half of the answers within so many times what another line of the table takes. */
  | { kind: 'p50 of'; line: string; times: number }

/** The server that is measured, as one who uses it knows it. */
export interface Target {
  url: string
  /** Tokens of some accounts. */
  tokens: () => Promise<readonly string[]>
}

/** A line of the table: one kind of request. */
export interface Line {
  name: string
  fixture: FixtureName
  connections: number
  requests: (target: Target) => LoadRequest[] | Promise<LoadRequest[]>
  /** Whether the answer to the first request is what the line is about. */
  isRight: (answer: Answer) => boolean
  goal?: Goal
}
