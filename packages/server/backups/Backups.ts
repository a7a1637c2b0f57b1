import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { validateUpload } from '@coffer/fields'
import { isDue, parseSchedule } from '@coffer/schema'
import { temporaryFolder } from '../config/reservedNames.ts'
import { messageOf } from '../errors/inspectError.ts'
import { Rejection, type RejectionCode } from '../errors/Rejection.ts'
import { sniffFile } from '../files/contentTypes/sniff.ts'
import { attributesSuffix } from '../files/storage/local/keyPath.ts'
import type { ListedFile, Storage } from '../files/storage/Storage.ts'
import { snakeCase, storedName } from '../files/uploads/storedName.ts'
import type { SiteSettings } from '../settings/SiteSettings.ts'
import type { BackupLock } from './BackupLock.ts'
import type { BackupOutcomes } from './BackupOutcomes.ts'
import type { DataExchange } from './DataExchange.ts'
import { incomingFolder } from './exchangeEntries.ts'
import { runArchiveJob } from './runArchiveJob.ts'

/** Prefix of the names of automatic backups. */
const autoPrefix = '@auto_pb_backup_'

const maxAppNameLength = 50

/** Generates a name with the app name and the time in UTC, such as `pb_backup_small_magazine_20260102030405.zip`. */
function generatedName(prefix: string, appName: string, moment = new Date()): string {
  const time = moment.toISOString().slice(0, 19).replace(/\D/g, '')
  return `${prefix}${snakeCase(appName).slice(0, maxAppNameLength)}_${time}.zip`
}

export interface BackupDependencies {
  dataDir: string
  /** The address of the PostgreSQL database; undefined for SQLite files in the data directory. */
  database?: string | undefined
  /** The name of this node, if others use the same database. */
  node?: string | undefined
  settings: () => SiteSettings
  /**
   * Returns the current storage for backups.
   * @throws Rejection if this is a node without a storage that all nodes have
   */
  storage: () => Storage
  lock: BackupLock
  /** Whether automatic backups are the work of this server, which it no longer is after a suspension if it is a node. */
  isResponsible: () => boolean
  /** Runs work during which no files of records are removed. */
  withoutRemovals: <T>(work: () => Promise<T>) => Promise<T>
  receive: DataExchange['receive']
  /** Replaces the served data with the unpacked backup. If it rejects, the earlier data is served again. */
  exchange: () => Promise<void>
  outcomes: BackupOutcomes
  /** Sends a mail to the admins about a failed automatic backup. */
  mailFailure: (reason: string) => void
  /** Writes to the current log, and errors to the console as well. */
  report: (message: string, error?: unknown) => void
}

const zipType = 'application/zip'
const failWith = (code: RejectionCode) => (error: unknown) => {
  throw new Rejection('failed', { code, cause: error })
}

const nameTaken = { code: 'validation_backup_name_exists', message: 'The backup file name is invalid or already exists.' }
const uploadTaken = { code: 'validation_backup_name_exists', message: 'Backup file with the specified name already exists.' }
const invalidName = { code: 'validation_match_invalid', message: 'Must be in a valid format.' }

/** Returns whether a backup can be stored under a name, which must be a single path segment. */
const isUsable = (name: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
  !/[\x00-\x1f/\\]|^\.{0,2}$/.test(name) && Buffer.byteLength(name) <= 200 && !name.endsWith(attributesSuffix)

/** Creates, stores and restores backups of a data directory, one at a time. */
export class Backups {
  readonly #dependencies: BackupDependencies
  readonly #stop = new AbortController()
  #running: Promise<unknown> = Promise.resolve()

  constructor(dependencies: BackupDependencies) {
    this.#dependencies = dependencies
  }

  /** Creates an automatic backup if one is due at a time. Removes the oldest automatic backups only after it is verified. */
  async createIfDue(moment: Date): Promise<void> {
    const { settings, outcomes, report } = this.#dependencies
    const { appName, backups } = settings()
    if (backups.cron === '' || !isDue(parseSchedule(backups.cron), moment)) return
    const name = generatedName(autoPrefix, appName)
    try {
      await this.#createVerified(name)
      outcomes.record('lastAutomaticBackup', name)
    } catch (error) {
      // There is no request to report the API error to, so its cause is logged.
      const reason = (error as Error).cause ?? error
      outcomes.record('lastAutomaticBackup', name, reason)
      report('The automatic backup failed, so no older one is removed.', reason)
      if (outcomes.noteMail(reason)) this.#dependencies.mailFailure(messageOf(reason))
      return
    }
    if (!this.#dependencies.isResponsible()) return
    await this.#prune(settings().backups.cronMaxKeep).catch(error => report('Old backups could not be removed.', error))
  }

  /** Aborts running jobs and waits until they have ended. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  /** @throws Rejection if the storage cannot be read */
  async list(): Promise<ListedFile[]> {
    return this.#dependencies.storage().list().catch(failWith('backupsNotListed'))
  }

  /**
   * Creates a backup.
   * @param wanted its name; an empty one is generated
   * @throws Rejection
   */
  async create(wanted: string): Promise<void> {
    const name = wanted || generatedName('pb_backup_', this.#dependencies.settings().appName)
    if (!isUsable(name)) throw new Rejection('invalid', { issues: { name: invalidName } })
    if (await this.#dependencies.storage().find(name)) throw new Rejection('conflict', { issues: { name: nameTaken } })
    await this.#createVerified(name)
  }

  /** @throws Rejection */
  async #createVerified(name: string): Promise<void> {
    const { lock, withoutRemovals } = this.#dependencies
    const release = lock.acquire(name)
    try {
      await this.#track(withoutRemovals(() => this.#pack(name)))
    } catch (error) {
      throw new Rejection('failed', { code: 'backupNotCreated', cause: error })
    } finally {
      release()
    }
  }

  async #pack(name: string): Promise<void> {
    const { dataDir, database, storage } = this.#dependencies
    const destination = storage()
    await this.#inFolder('backup-', async copies => {
      const target = join(copies, 'archive.zip')
      const { md5, sha256 } = await runArchiveJob({ kind: 'pack', dataDir, database, copies, target }, this.#stop.signal)
      await destination.put(name, target, { contentType: zipType, originalName: name, md5 })
      // Verifying a backup in a bucket downloads it, which needs the same space again.
      await rm(target)
      await destination
        .withLocalFile(name, archive => runArchiveJob({ kind: 'verify', archive, sha256 }, this.#stop.signal))
        .catch(async error => {
          await destination.remove(name)
          throw error
        })
    })
  }

  async #prune(maxCount: number): Promise<void> {
    if (maxCount <= 0) return
    const storage = this.#dependencies.storage()
    const automatic = (await storage.list()).filter(({ key }) => key.startsWith(autoPrefix))
    automatic.sort((one, other) => other.modified.getTime() - one.modified.getTime())
    for (const { key } of automatic.slice(maxCount)) if (key !== this.#dependencies.lock.current) await storage.remove(key)
  }

  /**
   * Stores an uploaded file as a backup.
   * @throws Rejection `invalid` if it is no backup, with issues by field
   */
  async upload(name: string, path: string): Promise<void> {
    const { contentType, extension } = await sniffFile(path)
    const typeIssue = validateUpload(
      { maxSize: 0, mimeTypes: [zipType] },
      { name, storedName: storedName(name, extension), size: 0, contentType },
    )
    if (typeIssue) throw new Rejection('invalid', { issues: { file: typeIssue } })
    if (!isUsable(name)) throw new Rejection('invalid', { issues: { file: invalidName } })
    const storage = this.#dependencies.storage()
    if (await storage.find(name)) throw new Rejection('conflict', { issues: { file: uploadTaken } })
    await this.#track(runArchiveJob({ kind: 'inspect', archive: path }, this.#stop.signal)).catch(error => {
      const unusable = { code: 'validation_invalid_archive', message: `This archive cannot be used: ${messageOf(error)}` }
      throw new Rejection('invalid', { issues: { file: unusable }, cause: error })
    })
    await storage.put(name, path, { contentType: zipType, originalName: name }).catch(failWith('backupNotUploaded'))
  }

  /** @throws Rejection */
  async remove(key: string): Promise<void> {
    const { storage, lock } = this.#dependencies
    if (key === lock.current) {
      throw new Rejection('conflict', { message: 'The backup is currently being used and cannot be deleted.' })
    }
    const backups = storage()
    const remove = async () => {
      if (!(await backups.find(key))) throw new Error('There is no such backup.')
      await backups.remove(key)
    }
    await remove().catch(failWith('backupNotRemoved'))
  }

  /**
   * Restores a backup. Resolves when the archive is unpacked and valid. The data is replaced after that, in the background.
   * @throws Rejection with the reason. The data is unchanged then.
   */
  async restore(key: string): Promise<void> {
    const { storage, lock, exchange, outcomes, report, node } = this.#dependencies
    if (node !== undefined) {
      const message =
        'A backup cannot be restored while several nodes run. Stop all nodes, start one server without --node, and restore it there.'
      throw new Rejection('conflict', { message })
    }
    const release = lock.acquire(key)
    try {
      const found = await storage()
        .find(key)
        .catch(() => undefined)
      if (!found) throw new Rejection('invalid', { message: 'Missing or invalid backup file.' })
      await this.#unpack(key)
    } catch (error) {
      release()
      throw error
    }
    void exchange()
      .then(
        () => {
          outcomes.record('lastRestore', key)
          report(`The backup ${key} was restored.`)
        },
        error => this.#reportFailure(key, error),
      )
      .finally(release)
  }

  /** @throws Rejection with the reason */
  async #unpack(key: string): Promise<void> {
    const { dataDir, receive, storage } = this.#dependencies
    const folder = incomingFolder(dataDir)
    const unpack = async () => {
      await storage().withLocalFile(key, archive => runArchiveJob({ kind: 'unpack', archive, folder }, this.#stop.signal))
      await receive(folder, this.#stop.signal)
    }
    await this.#track(unpack()).catch(async error => {
      await rm(join(folder, '..'), { recursive: true, force: true })
      this.#reportFailure(key, error)
      throw new Rejection('invalid', { message: `The backup can't be restored. ${messageOf(error)}`, cause: error })
    })
  }

  #reportFailure(key: string, error: unknown): void {
    this.#dependencies.outcomes.record('lastRestore', key, error)
    this.#dependencies.report(`The backup ${key} could not be restored. The data is unchanged.`, error)
  }

  async #inFolder(prefix: string, work: (folder: string) => Promise<void>): Promise<void> {
    const parent = join(this.#dependencies.dataDir, temporaryFolder)
    await mkdir(parent, { recursive: true })
    const folder = await mkdtemp(join(parent, prefix))
    try {
      await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Makes `close` wait for work. */
  #track<T>(work: Promise<T>): Promise<T> {
    this.#running = Promise.allSettled([this.#running, work])
    return work
  }
}
