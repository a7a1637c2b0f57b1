import { open } from 'node:fs/promises'

/** Syncs a file or a folder to the disk, so that its content survives a power loss. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
