import { open } from 'node:fs/promises'

/** Waits until what was written to a file or a folder survives a loss of power. */
export const flush = async (path: string): Promise<void> => {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
