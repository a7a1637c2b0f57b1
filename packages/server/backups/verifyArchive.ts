import { createReadStream } from 'node:fs'
import { Digester } from './Digester.ts'
import { inspectArchive } from './inspectArchive.ts'

/** A job that compares a stored archive with the packed one. */
export interface VerifyJob {
  kind: 'verify'
  archive: string
  /** SHA-256 of the packed archive in hexadecimal. */
  sha256: string
}

/**
 * Asserts that a stored archive is identical to the packed one, and that it can be restored.
 * @throws Error with a message for users
 */
export async function verifyArchive({ archive, sha256 }: VerifyJob): Promise<void> {
  const digester = new Digester()
  for await (const chunk of createReadStream(archive)) digester.update(chunk)
  if (digester.digest().sha256 !== sha256)
    throw new Error('The stored backup differs from the created one. Check the disk or the bucket.')
  await inspectArchive({ kind: 'inspect', archive })
}
