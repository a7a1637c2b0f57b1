import { createDataAccess } from '../../code/process/dataAccess.ts'
import type { Migration } from '../../code/process/migrationTypes.d.ts'
import type { DataResponse } from '../../messages/DataRequest.ts'
import type { MigrationRequest } from '../../messages/MigrationRequest.ts'
import { type Ask, createCollectionChanger } from './createCollectionChanger.ts'

/**
 * Creates the parameter of the functions of a migration.
 * @param send sends a request to the server
 */
export function createMigration(send: (request: MigrationRequest) => Promise<DataResponse>): Migration {
  const ask = async (request: MigrationRequest): Promise<unknown> => {
    const { status, json } = await send(request)
    const value = json === '' ? undefined : JSON.parse(json)
    if (status >= 300) throw new Error(value?.message || `The request failed with status ${status}.`)
    return value
  }
  const askEndpoint: Ask = request => ask({ action: 'endpoint', params: {}, query: [], ...request })
  return {
    collections: createCollectionChanger(askEndpoint),
    data: createDataAccess(send, 'server') as Migration['data'],
    settings: {
      get: () => askEndpoint({ method: 'GET', path: '/settings' }) as Promise<Record<string, unknown>>,
      update: async body => void (await askEndpoint({ method: 'PATCH', path: '/settings', body })),
    },
    sql: {
      run: (statement, parameters = {}) => ask({ action: 'run', statement, parameters }) as Promise<number>,
      all: (statement, parameters = {}) => ask({ action: 'all', statement, parameters }) as Promise<Record<string, unknown>[]>,
    },
  }
}
