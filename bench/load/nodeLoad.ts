import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../harness/temporaryFolder.ts'
import type { LoadGenerator, LoadPlan, LoadResult } from './Load.ts'
import { runProgram } from './runProgram.ts'

const program = join(import.meta.dirname, 'sendLoad.ts')

async function run(plan: LoadPlan): Promise<LoadResult> {
  const folder = temporaryFolder()
  try {
    const path = join(folder.path, 'plan.json')
    await writeFile(path, JSON.stringify(plan))
    return JSON.parse(await runProgram(process.execPath, [program, path])) as LoadResult
  } finally {
    folder.remove()
  }
}

/** A load generator in a Node process, for machines without wrk. It uses more CPU time than wrk, so results are not comparable. */
export const nodeLoad: LoadGenerator = { name: 'node:http', run }
