import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Reader } from '../../db/engine.ts'
import { withFixedSettings } from '../../settings/fixedSettings.ts'
import { readStoredSettings } from '../../settings/storedSettings.ts'
import type { Move, MoveReports } from './Move.ts'
import { type MovedFiles, moveFiles } from './moveFiles.ts'

/** @throws Error with a sentence if the settings cannot be read, because they say where the files are */
async function usesBucket(source: Reader, { encryptionKey, fixedSettings }: Move): Promise<boolean> {
  const stored = await readStoredSettings(source, encryptionKey)
  if ('problem' in stored) throw new Error(`The settings, which say where files are stored, cannot be read: ${stored.problem}.`)
  return withFixedSettings(stored.settings, fixedSettings).s3.enabled
}

/**
 * Copies the files of records from one data directory to another.
 * @returns undefined if they stay where they are: in a bucket, or because it is the same directory
 */
export async function moveStorage(
  source: Reader,
  move: Move,
  { from, to }: { from: string; to: string },
  report: MoveReports['files'],
): Promise<MovedFiles | undefined> {
  if ((await usesBucket(source, move)) || realpathSync(from) === realpathSync(to)) return undefined
  return moveFiles(join(from, 'storage'), join(to, 'storage'), report)
}
