import type { Config } from '../config/config.ts'
import type { Storage } from './storage/Storage.ts'

/** The parts of the app that storing files depends on. */
export interface FilesContext {
  config: Config
  /** Returns the storage of record files that the committed settings select. */
  storage: () => Promise<Storage>
}
