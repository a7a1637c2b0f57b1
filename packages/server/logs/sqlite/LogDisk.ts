import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Share of the disk that the log leaves free for data, and its limits in bytes. */
const reservedShare = 0.1
const [minReservedBytes, maxReservedBytes] = [16_000_000, 256_000_000]
/** The reserve of a small disk is at most this share of it. */
const maxReservedShare = 0.5
/** Size in bytes to which the log is never trimmed for the sake of data, so that the newest entries remain. */
export const minLogBytes = 1_000_000

/** The disk that the log shares with data, in bytes. */
export interface LogDisk {
  /** Infinite on file systems that do not report it. */
  free: number
  /** The free space that the log leaves to data. */
  reserved: number
  /** The size of the log and of its write-ahead log. */
  used: number
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

/** @param path path of `logs.db` */
export async function measureLogDisk(path: string): Promise<LogDisk> {
  const [{ blocks, bavail, bsize }, ...sizes] = await Promise.all([statfs(dirname(path)), sizeOf(path), sizeOf(`${path}-wal`)])
  const all = blocks * bsize
  const reserved = Math.min(Math.max(all * reservedShare, minReservedBytes), maxReservedBytes, all * maxReservedShare)
  // Some network file systems report no sizes.
  return { free: blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize, reserved, used: sizes[0] + sizes[1] }
}

/** Whether data needs space that the log can free; false if the disk cannot be measured. */
export async function mustLogShrink(path: string): Promise<boolean> {
  try {
    const { free, reserved, used } = await measureLogDisk(path)
    return free < reserved && used > 2 * minLogBytes
  } catch {
    return false
  }
}
