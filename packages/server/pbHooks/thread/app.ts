import { notOffered } from '../notOffered.ts'
import { createLogger } from './createLogger.ts'
import { GoError } from './errors.ts'
import { HookDao } from './HookDao.ts'
import { LogsDao } from './LogsDao.ts'
import { MailClient } from './mails.ts'
import type { ScriptRunner } from './ScriptRunner.ts'
import { StorageFiles } from './StorageFiles.ts'
import { createBroker } from './StreamClient.ts'

function createStore({ callHost }: ScriptRunner) {
  const ask = (name: string, ...args: unknown[]) => callHost('store', [name, ...args])
  return {
    get: (key: string) => ask('get', key),
    set: (key: string, value: unknown): void => void ask('set', key, value),
    has: (key: string) => ask('has', key),
    remove: (key: string): void => void ask('remove', key),
    getAll: () => ask('getAll'),
    removeAll: (): void => void ask('removeAll'),
    length: () => ask('length'),
    setIfLessThanLimit: (key: string, value: unknown, limit: number) => ask('setIfLessThanLimit', key, value, limit),
  }
}

/** `$app` of 0.22. */
export function createApp(scripts: ScriptRunner) {
  const { start, callHost } = scripts
  const store = createStore(scripts)
  const useBackup = (operation: 'createBackup' | 'restoreBackup', name: string): void => {
    if (scripts.openTransactions > 0)
      throw new GoError(`${operation} would wait for the transaction of the script. Call it after runInTransaction.`)
    callHost(operation, [String(name ?? '')])
  }
  const advice = 'Native hooks (see "Code" in the manual) offer what scripts lack.'
  const app = {
    dao: () => new HookDao(scripts),
    subscriptionsBroker: () => createBroker(scripts),
    logsDao: () => new LogsDao(scripts),
    newFilesystem: () => new StorageFiles(scripts, 'files'),
    newBackupsFilesystem: () => new StorageFiles(scripts, 'backups'),
    settings: scripts.loadSettings,
    newMailClient: () => new MailClient(scripts),
    logger: () => createLogger(scripts),
    store: () => store,
    cache: () => store,
    dataDir: () => start.dataDir,
    isDev: () => start.isDev,
    isBootstrapped: () => scripts.isBootstrapped,
    encryptionEnv: () => '',
    createBackup: (_context: unknown, name: string): void => useBackup('createBackup', name),
    restoreBackup: (_context: unknown, name: string): void => useBackup('restoreBackup', name),
    refreshSettings: () => void scripts.loadSettings(),
    db: () => new HookDao(scripts).db(),
    logsDB: () => new LogsDao(scripts).db(),
  }
  return new Proxy(app, {
    get: (target, member) => {
      if (Object.hasOwn(target, member)) return target[member as keyof typeof app]
      if (typeof member === 'symbol' || member === 'toJSON') return undefined
      throw new GoError(
        `$app.${member} is not offered. ${(notOffered.app as Readonly<globalThis.Record<string, string>>)[member] ?? advice}`,
      )
    },
  })
}
