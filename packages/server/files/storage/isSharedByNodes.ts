import type { S3 } from '@coffer/schema'
import type { Config } from '../../config/config.ts'

/** Whether all nodes of the database use the same storage. Each has a data directory of its own, so only a bucket is common to all. */
export function isSharedByNodes({ node, sharesFiles = false }: Pick<Config, 'node' | 'sharesFiles'>, { enabled }: S3): boolean {
  return node === undefined || sharesFiles || enabled
}
