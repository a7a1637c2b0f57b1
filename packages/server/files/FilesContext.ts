import type { Config } from '../config/config.ts'
import type { Storage } from './storage/Storage.ts'

/** What storing files needs of the app. */
export interface FilesContext {
  config: Config
  /** Returns the storage of record files, as of the last commit. */
  storage: () => Promise<Storage>
}
