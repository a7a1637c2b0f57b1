import { readdirSync, readlinkSync } from 'node:fs'

const entriesOf = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    // The process has ended meanwhile, or is somebody else's.
    return []
  }
}

/** The file that a descriptor stands for; empty where it has been closed meanwhile. */
const fileOf = (descriptor: string): string => {
  try {
    return readlinkSync(descriptor)
  } catch {
    return ''
  }
}

/** The files below a folder that any process has open. Linux alone tells. */
export const openBelow = (folder: string): string[] =>
  entriesOf('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(id => entriesOf(`/proc/${id}/fd`).map(name => fileOf(`/proc/${id}/fd/${name}`)))
    .filter(file => file.startsWith(`${folder}/`))
