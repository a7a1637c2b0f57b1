import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryDir } from '../harness/paths.ts'
import { runNpm } from './runNpm.ts'

const tarballVariable = 'COFFER_TEST_TARBALL'

let folder: string | undefined

/** Packs the repository, once for all test files. Vitest calls this before it starts its workers. */
export async function setup(): Promise<void> {
  if (process.env[tarballVariable] !== undefined) return
  folder = await mkdtemp(join(tmpdir(), 'coffer-tarball-'))
  await runNpm(repositoryDir, ['pack', '--pack-destination', folder])
  process.env[tarballVariable] = join(folder, String(globSync('*.tgz', { cwd: folder })[0]))
}

export async function teardown(): Promise<void> {
  if (folder !== undefined) await rm(folder, { recursive: true })
}

/** Returns the path of the tarball under test. */
export function tarballPath(): string {
  const path = process.env[tarballVariable]
  if (path === undefined) throw new Error('The repository has not been packed.')
  return path
}
