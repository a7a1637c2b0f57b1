import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesIn } from '../../packages/server/dataDirectory/move/DatabaseFiles.ts'
import { importFiles } from '../../packages/server/dataDirectory/move/importFiles.ts'
import { nodeStorage } from '../../test/harness/nodeStorage.ts'
import { openPostgres } from '../../test/harness/openPostgres.ts'
import { ownCommand, type ServerProcess, startServerProcess } from '../harness/serverProcess.ts'
import { temporaryFolder } from '../harness/temporaryFolder.ts'

/** Servers on one PostgreSQL database. */
export interface Cluster {
  servers: readonly ServerProcess[]
  close: () => Promise<void>
}

/**
 * Starts servers on a PostgreSQL database with the content of SQLite files. PostgreSQL waits for the disk at each commit, as it does
 * by default.
 * @param count number of nodes; 0 for a single server without `--node`
 */
export async function openCluster(
  { dataDir, remove }: { dataDir: string; remove: () => unknown },
  count: number,
): Promise<Cluster> {
  const postgres = await openPostgres({ parent: tmpdir(), settings: ['max_connections=300'] })
  const address = await postgres.createDatabase()
  await importFiles({ from: filesIn(dataDir), to: address })
  await remove()
  const folder = temporaryFolder()
  const start = (name: string, options: string) =>
    startServerProcess(join(folder.path, name, 'pb_data'), {
      command: `${ownCommand} --database ${address} ${options}`,
      env: nodeStorage,
    })
  const servers: ServerProcess[] = count === 0 ? [await start('single', '')] : []
  for (let number = 1; number <= count; number += 1) servers.push(await start(`node${number}`, `--node node${number}`))
  return {
    servers,
    close: async () => {
      await Promise.all(servers.map(server => server.stop()))
      await postgres.close()
      folder.remove()
    },
  }
}
