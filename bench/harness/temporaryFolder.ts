import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders = new Set<string>()

function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  folders.delete(path)
}

process.once('exit', () => folders.forEach(removeFolder))

/** Creates a folder on disk, which is removed at the latest when the process exits. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'coffer-bench-'))
  folders.add(path)
  return { path, remove: () => removeFolder(path) }
}
