import { execFileSync } from 'node:child_process'
import { globSync, lstatSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { tarballPath } from './packTarball.ts'
import { readNpmLocations, runNpm } from './runNpm.ts'

export interface InstalledPackage {
  /** The paths in the tarball. */
  files: string[]
  /** A temporary folder with the tarball. */
  root: string
  /** The file name of the tarball. */
  tarball: string
  /** The folder that the package was installed into, with `node_modules`. */
  folder: string
  /** The installed command. */
  program: string
  /** Runs npm in a folder, and returns what it prints. */
  npm: (cwd: string, ...args: string[]) => Promise<string>
  remove: () => Promise<void>
}

/** Installs the tarball into an empty folder. */
export async function installPackage(): Promise<InstalledPackage> {
  const root = await mkdtemp(join(tmpdir(), 'coffer-package-'))
  const tarball = basename(tarballPath())
  await cp(tarballPath(), join(root, tarball))
  const npm = await withTemporaryCache(join(root, 'cache'))
  const folder = join(root, 'app')
  await mkdir(folder)
  await npm(folder, 'install', join(root, tarball))
  return {
    files: filesIn(join(root, tarball)),
    root,
    tarball,
    folder,
    program: join(folder, 'node_modules/.bin/coffer'),
    npm,
    remove: () => rm(root, { recursive: true }),
  }
}

/** Lets npm use what it has downloaded before, but install what `npx` runs into a folder that can be removed. */
async function withTemporaryCache(folder: string): Promise<InstalledPackage['npm']> {
  const locations = await readNpmLocations()
  const downloads = join(locations.npm_config_cache, '_cacache')
  await mkdir(downloads, { recursive: true })
  await mkdir(folder)
  await symlink(downloads, join(folder, '_cacache'))
  return (cwd, ...args) => runNpm(cwd, args, { ...locations, npm_config_cache: folder })
}

/** Lists a tarball of npm, whose entries are all in the folder `package`. */
const filesIn = (tarball: string): string[] =>
  execFileSync('tar', ['--list', '--file', tarball], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(path => path.replace(/^package\//, ''))

/** Returns the names of the packages in the `node_modules` of a folder, also of nested ones. */
export function packagesIn(folder: string): string[] {
  return globSync(['**/node_modules/*/package.json', '**/node_modules/@*/*/package.json'], { cwd: folder })
    .map(path => String(JSON.parse(readFileSync(join(folder, path), 'utf8')).name))
    .sort()
}

const blockBytes = 512

/** Returns the disk space that the files below a folder take, in bytes, without Node itself. */
export function sizeWithoutNode(folder: string): number {
  return globSync('**/*', { cwd: folder, exclude: ['node_modules/node-*-*'] })
    .map(path => lstatSync(join(folder, path)).blocks * blockBytes)
    .reduce((sum, bytes) => sum + bytes, 0)
}
