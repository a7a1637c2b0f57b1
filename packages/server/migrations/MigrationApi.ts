import type { Engine, Transaction } from '../db/engine.ts'
import type { DataResponse } from '../messages/DataRequest.ts'
import type { MigrationRequest } from '../messages/MigrationRequest.ts'
import type { HostService } from '../pb/Host.ts'

/** Performs a request of a native migration. Never rejects: errors become responses. */
export type PerformMigrationRequest = (request: MigrationRequest) => Promise<DataResponse>

/** Creates a function that performs the requests of native migrations in a transaction. `statements` runs their SQL. */
export type OpenMigrationApi = (
  db: Engine,
  transaction: Transaction,
  statements: Pick<HostService, 'execute' | 'query'>,
) => PerformMigrationRequest
