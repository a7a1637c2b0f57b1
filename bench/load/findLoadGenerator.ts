import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { LoadGenerator } from './Load.ts'
import { nodeLoad } from './nodeLoad.ts'
import { wrkLoad } from './wrkLoad.ts'

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns wrk if it is installed, else the load generator in Node. */
export function findLoadGenerator(): LoadGenerator {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.some(folder => isProgram(join(folder, 'wrk'))) ? wrkLoad : nodeLoad
}
