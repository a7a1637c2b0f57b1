import type { UploadLimits } from '../messages/ApiReply.ts'
import type { Body } from '../messages/ApiRequest.ts'
import type { ApiDialect } from '../messages/dialects.ts'
import type { Requester } from '../records/rules/Requester.ts'
import type { Call } from './Call.ts'
import type { Operation } from './operation.ts'
import type { Step, Steps } from './Steps.ts'

export type Guard = (call: Call) => void | Promise<void>

/** How the body of a request is received. */
interface BodyRules {
  /** Maximum size in bytes of a JSON or urlencoded body, and of the texts of a form. Default: 64 kB, enough for a typed form. */
  maxBytes?: number
  /** Rejects requests that no body could make valid, before a form or a large body is read. Returns the accepted files; default: none. */
  precheck?: (call: Call) => Promise<UploadLimits>
  /** Parses a large body in a reader, for a step in the writer. If absent, the step parses it. */
  parse?: (call: Call) => Promise<Body>
}

/** An API route: one file, and one line in the routes.ts of its resource. */
export interface Endpoint {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** The path below /api, with `:name` parameters. */
  path: string
  /** The dialect that has the route, if the other one does not. */
  dialect?: ApiDialect
  /** What the OpenAPI document says about it. */
  operation: Operation
  body?: BodyRules
  /** Whether the response depends only on the URL, the requester and the database, so that it can be cached until these change. */
  caches?: true
  /** Rejects requests, before the body is read and before each step in a reader or the writer until one has changed something. */
  guard?: Guard
  /** Says whose request the log shows, where that may differ from the requester. */
  loggedAs?: (call: Call) => Promise<Requester['kind']>
  /** What answers the request. */
  steps: Steps<never>
}

/** The part of an endpoint that the main thread needs to dispatch requests, as plain data. */
export interface Route extends Pick<Endpoint, 'method' | 'path' | 'dialect' | 'caches'> {
  /** The folder of the endpoint. */
  resource: string
  maxBodyBytes?: number
  parses?: true
  steps: readonly { on: Step['on']; waits?: true; once?: true }[]
}

/** Returns the properties of an endpoint that the main thread uses. */
export function routeOf(resource: string, { method, path, dialect, body = {}, caches, steps }: Endpoint): Route {
  const { maxBytes, parse } = body
  return {
    method,
    path,
    resource,
    ...(dialect && { dialect }),
    ...(caches && { caches }),
    ...(maxBytes !== undefined && { maxBodyBytes: maxBytes }),
    ...(parse && { parses: true }),
    steps: steps.list.map(step => ({
      on: step.on,
      ...('waits' in step && { waits: true }),
      ...('once' in step && { once: true }),
    })),
  }
}
