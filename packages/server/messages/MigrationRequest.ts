import type { DataRequest } from './DataRequest.ts'

/** A request of a migration to an endpoint, with the rights of the server. */
export interface EndpointRequest {
  action: 'endpoint'
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** The path of the endpoint, with `:name` for parameters. */
  path: string
  params: Record<string, string>
  query: [string, string][]
  body?: unknown
}

/** An SQL statement with `{:name}` for parameters. The response has the number of changed rows, or the rows. */
export interface StatementRequest {
  action: 'run' | 'all'
  statement: string
  parameters: Record<string, unknown>
}

/** A request of a migration, as plain data. */
export type MigrationRequest = DataRequest | EndpointRequest | StatementRequest
