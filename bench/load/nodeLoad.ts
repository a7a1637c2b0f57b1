import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoadGenerator, LoadPlan, LoadResult } from './Load.ts'
import { runProgram } from './runProgram.ts'

const program = join(import.meta.dirname, 'sendLoad.ts')

const run = async (plan: LoadPlan): Promise<LoadResult> => {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-bench-load-'))
  try {
    const path = join(folder, 'plan.json')
    await writeFile(path, JSON.stringify(plan))
    return JSON.parse(await runProgram(process.execPath, [program, path])) as LoadResult
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A Node process of our own, for machines without wrk. It takes more of the machine than wrk does: compare like with like. */
export const nodeLoad: LoadGenerator = { name: 'node:http', run }
