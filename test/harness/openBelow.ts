import { readdirSync, readlinkSync } from 'node:fs'

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // The process has ended in the meantime, or belongs to another user.
    return []
  }
}

/** Returns the file of a descriptor; empty if it has been closed in the meantime. */
function fileOf(descriptor: string): string {
  try {
    return readlinkSync(descriptor)
  } catch {
    return ''
  }
}

/** Lists the files below a folder that any process has open. Only Linux supports this. */
export function openBelow(folder: string): string[] {
  return entriesOf('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(id => entriesOf(`/proc/${id}/fd`).map(name => fileOf(`/proc/${id}/fd/${name}`)))
    .filter(file => file.startsWith(`${folder}/`))
}
