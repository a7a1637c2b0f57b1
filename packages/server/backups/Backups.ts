import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { judgeUpload } from '@coffer/fields'
import { isDue, parseSchedule } from '@coffer/schema'
import { temporaryFolder } from '../config/reservedNames.ts'
import { badRequest } from '../errors/ApiError.ts'
import { messageOf } from '../errors/inspectError.ts'
import { sniffFile } from '../files/contentTypes/sniff.ts'
import { attributesSuffix } from '../files/storage/local/keyPath.ts'
import type { ListedFile, Storage } from '../files/storage/Storage.ts'
import { storedName } from '../files/uploads/storedName.ts'
import type { BackupOrder } from '../messages/BackupOrder.ts'
import type { SiteSettings } from '../messages/SiteSettings.ts'
import { dateText } from '../runtime/now.ts'
import type { BackupOutcomes } from './BackupOutcomes.ts'
import type { BackupTurn } from './BackupTurn.ts'
import { autoPrefix, madeUpName } from './backupName.ts'
import { incomingFolder } from './exchangeEntries.ts'
import { runArchiveOrder } from './runArchiveOrder.ts'

/** What backups are made with. */
export interface BackupParts {
  dataDir: string
  settings: () => SiteSettings
  /** Where backups are kept now. */
  storage: () => Storage
  turn: BackupTurn
  /** Does work during which no file of a record is removed. */
  withoutRemovals: <T>(work: () => Promise<T>) => Promise<T>
  /** Serves what lies unpacked in place of the data directory; when it throws, the earlier data is served again. */
  exchange: () => Promise<void>
  outcomes: BackupOutcomes
  /** Writes into the log that is served by then; an error goes to the console as well. */
  report: (message: string, error?: unknown) => void
}

const zipType = 'application/zip'
const failing = (message: string) => (error: unknown) => {
  throw badRequest(`${message} Raw error: \n${messageOf(error)}`, {}, error)
}

const nameTaken = { code: 'validation_backup_name_exists', message: 'The backup file name is invalid or already exists.' }
const uploadTaken = { code: 'validation_backup_name_exists', message: 'Backup file with the specified name already exists.' }
const oddName = { code: 'validation_match_invalid', message: 'Must be in a valid format.' }

/** Names of uploads need no pattern, but none may be another file's or lead elsewhere. */
const isUsable = (name: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  !/[\x00-\x1f/\\]|^\.{0,2}$/.test(name) && Buffer.byteLength(name) <= 200 && !name.endsWith(attributesSuffix)

/** Makes, keeps and restores backups of a data directory, one at a time. */
export class Backups {
  readonly #parts: BackupParts
  readonly #stop = new AbortController()
  #underWay: Promise<unknown> = Promise.resolve()

  constructor(parts: BackupParts) {
    this.#parts = parts
  }

  /**
   * Does what a request asks for.
   * @returns what is to be answered as JSON; nothing for an empty answer
   * @throws ApiError 400
   */
  async perform(order: BackupOrder): Promise<unknown> {
    switch (order.do) {
      case 'health':
        return { ...order.json, data: { ...order.json.data, ...this.#parts.outcomes.last } }
      case 'list':
        return (await this.#list()).map(({ key, size, modified }) => ({ key, size, modified: dateText(modified) }))
      case 'create':
        return this.#create(order.name)
      case 'upload':
        return this.#upload(order.name, order.path)
      case 'remove':
        return this.#remove(order.key)
      case 'restore':
        return this.#restore(order.key)
    }
  }

  /** Makes a backup if one is due in the minute of a moment. Only after it is verified are the oldest automatic ones removed. */
  async makeIfDue(moment: Date): Promise<void> {
    const { settings, outcomes, report } = this.#parts
    const { appName, backups } = settings()
    if (backups.cron === '' || !isDue(parseSchedule(backups.cron), moment)) return
    const name = madeUpName(autoPrefix, appName)
    try {
      await this.#make(name)
      outcomes.note('lastAutomaticBackup', name)
    } catch (error) {
      // Nobody waits for the message of the API; what is behind it is what to report.
      const reason = (error as Error).cause ?? error
      outcomes.note('lastAutomaticBackup', name, reason)
      report('The automatic backup failed, so no older one is removed.', reason)
      return
    }
    await this.#prune(backups.cronMaxKeep).catch(error => report('Old backups could not be removed.', error))
  }

  /** Gives up what is being packed or unpacked, and waits until that has ended. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#underWay
  }

  #list(): Promise<ListedFile[]> {
    return this.#parts.storage().list().catch(failing('Failed to retrieve backup items.'))
  }

  async #create(wanted: string): Promise<void> {
    const name = wanted || madeUpName('pb_backup_', this.#parts.settings().appName)
    if (await this.#parts.storage().find(name)) throw badRequest(undefined, { name: nameTaken })
    await this.#make(name)
  }

  /** @throws ApiError 400 */
  async #make(name: string): Promise<void> {
    const { turn, withoutRemovals } = this.#parts
    const release = turn.begin(name)
    try {
      await this.#track(withoutRemovals(() => this.#pack(name)))
    } catch (error) {
      throw badRequest(`Failed to create backup. Raw error: \n${messageOf(error)}`, {}, error)
    } finally {
      release()
    }
  }

  async #pack(name: string): Promise<void> {
    const { dataDir, storage } = this.#parts
    await this.#inFolder('backup-', async copies => {
      const target = join(copies, 'archive.zip')
      const { md5, sha256 } = await runArchiveOrder({ kind: 'pack', dataDir, copies, target }, this.#stop.signal)
      const place = storage()
      await place.put(name, target, { contentType: zipType, originalName: name, md5 })
      // What comes from a bucket to be verified takes as much room once more.
      await rm(target)
      await place
        .withLocalFile(name, archive => runArchiveOrder({ kind: 'verify', archive, sha256 }, this.#stop.signal))
        .catch(async error => {
          await place.remove(name)
          throw error
        })
    })
  }

  async #prune(kept: number): Promise<void> {
    if (kept <= 0) return
    const storage = this.#parts.storage()
    const made = (await storage.list()).filter(({ key }) => key.startsWith(autoPrefix))
    made.sort((one, other) => other.modified.getTime() - one.modified.getTime())
    for (const { key } of made.slice(kept)) if (key !== this.#parts.turn.current) await storage.remove(key)
  }

  async #upload(name: string, path: string): Promise<void> {
    const { contentType, extension } = await sniffFile(path)
    const noZip = judgeUpload(
      { maxSize: 0, mimeTypes: [zipType] },
      { name, storedName: storedName(name, extension), size: 0, contentType },
    )
    if (noZip) throw badRequest(undefined, { file: noZip })
    if (!isUsable(name)) throw badRequest(undefined, { file: oddName })
    const storage = this.#parts.storage()
    if (await storage.find(name)) throw badRequest(undefined, { file: uploadTaken })
    await this.#track(runArchiveOrder({ kind: 'inspect', archive: path }, this.#stop.signal)).catch(error => {
      const unusable = { code: 'validation_invalid_archive', message: `This archive cannot be used: ${messageOf(error)}` }
      throw badRequest(undefined, { file: unusable }, error)
    })
    await storage.put(name, path, { contentType: zipType, originalName: name }).catch(error => {
      throw badRequest('Failed to upload backup.', {}, error)
    })
  }

  async #remove(key: string): Promise<void> {
    const { storage, turn } = this.#parts
    if (key === turn.current) throw badRequest('The backup is currently being used and cannot be deleted.')
    const remove = async () => {
      if (!(await storage().find(key))) throw new Error('There is no such backup.')
      await storage().remove(key)
    }
    await remove().catch(failing('Invalid or already deleted backup file.'))
  }

  /**
   * Answers once the archive is unpacked and valid; only then is it put in place of the data, after the answer.
   * @throws ApiError 400 with the reason, and the data is what it was
   */
  async #restore(key: string): Promise<void> {
    const { storage, turn, exchange, outcomes, report } = this.#parts
    const release = turn.begin(key)
    try {
      const found = await storage()
        .find(key)
        .catch(() => undefined)
      if (!found) throw badRequest('Missing or invalid backup file.')
      await this.#unpack(key)
    } catch (error) {
      release()
      throw error
    }
    void exchange()
      .then(
        () => {
          outcomes.note('lastRestore', key)
          report(`The backup ${key} was restored.`)
        },
        error => this.#noteFailure(key, error),
      )
      .finally(release)
  }

  /** @throws ApiError 400 with the reason */
  async #unpack(key: string): Promise<void> {
    const { dataDir, storage } = this.#parts
    const folder = incomingFolder(dataDir)
    const unpack = storage().withLocalFile(key, archive =>
      runArchiveOrder({ kind: 'unpack', archive, folder }, this.#stop.signal),
    )
    await this.#track(unpack).catch(async error => {
      await rm(join(folder, '..'), { recursive: true, force: true })
      this.#noteFailure(key, error)
      throw badRequest(`The backup can't be restored. ${messageOf(error)}`, {}, error)
    })
  }

  #noteFailure(key: string, error: unknown): void {
    this.#parts.outcomes.note('lastRestore', key, error)
    this.#parts.report(`The backup ${key} could not be restored; the data is what it was before.`, error)
  }

  async #inFolder(prefix: string, work: (folder: string) => Promise<void>): Promise<void> {
    const parent = join(this.#parts.dataDir, temporaryFolder)
    await mkdir(parent, { recursive: true })
    const folder = await mkdtemp(join(parent, prefix))
    try {
      await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** What `close` waits for. */
  #track<T>(work: Promise<T>): Promise<T> {
    this.#underWay = Promise.allSettled([this.#underWay, work])
    return work
  }
}
