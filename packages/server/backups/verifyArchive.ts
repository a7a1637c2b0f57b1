import { createReadStream } from 'node:fs'
import { Digester } from './Digester.ts'
import { inspectArchive } from './inspectArchive.ts'

/** A stored archive that is to be compared with the one that was packed. */
export interface VerifyOrder {
  kind: 'verify'
  archive: string
  /** The digest of the packed archive, in hex. */
  sha256: string
}

/**
 * Asserts that an archive was stored as it was packed, and that it could be restored.
 * @throws Error with a sentence
 */
export const verifyArchive = async ({ archive, sha256 }: VerifyOrder): Promise<void> => {
  const digester = new Digester()
  for await (const piece of createReadStream(archive)) digester.update(piece)
  if (digester.digest().sha256 !== sha256)
    throw new Error('The backup is not stored as it was made: its bytes have changed. Check the disk or the bucket.')
  await inspectArchive({ kind: 'inspect', archive })
}
