import { execFile } from 'node:child_process'
import { globSync, lstatSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryDir } from '../harness/paths.ts'

/** The environment of a user's shell, without what `npm run` and Vitest add. */
const userEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST)/i.test(name)))

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

/** Packs the repository, and installs the tarball into an empty folder. */
export async function installPackage(): Promise<InstalledPackage> {
  const root = await mkdtemp(join(tmpdir(), 'coffer-package-'))
  const npm = await withTemporaryCache(join(root, 'cache'))
  const packed = await npm(repositoryDir, 'pack', '--json', '--pack-destination', root)
  const tarball = String(globSync('*.tgz', { cwd: root })[0])
  const folder = join(root, 'app')
  await mkdir(folder)
  await npm(folder, 'install', join(root, tarball))
  return {
    files: filesIn(packed),
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
  const run = async (cwd: string, env: NodeJS.ProcessEnv, args: readonly string[]) => {
    const options = { cwd, env, maxBuffer: 64 * 1024 * 1024 }
    return (await promisify(execFile)('npm', ['--prefer-offline', '--no-audit', '--no-fund', ...args], options)).stdout
  }
  const cache = (await run('/', userEnv, ['config', 'get', 'cache'])).trim()
  await mkdir(folder)
  await symlink(join(cache, '_cacache'), join(folder, '_cacache'))
  return (cwd, ...args) => run(cwd, { ...userEnv, npm_config_cache: folder }, args)
}

/** Reads the JSON that `npm pack` prints after the output of the build. */
const filesIn = (printed: string): string[] => {
  const packed = JSON.parse(printed.slice(printed.search(/^[[{]$/m)))
  const [{ files }] = Object.values(packed) as [{ files: { path: string }[] }]
  return files.map(({ path }) => path)
}

/** Returns the names of the packages in the `node_modules` of a folder, also of nested ones. */
export const packagesIn = (folder: string): string[] =>
  globSync(['**/node_modules/*/package.json', '**/node_modules/@*/*/package.json'], { cwd: folder })
    .map(path => String(JSON.parse(readFileSync(join(folder, path), 'utf8')).name))
    .sort()

const blockBytes = 512

/** Returns the disk space that the files below a folder take, in bytes, without Node itself. */
export const sizeWithoutNode = (folder: string): number =>
  globSync('**/*', { cwd: folder, exclude: ['node_modules/node-*-*'] })
    .map(path => lstatSync(join(folder, path)).blocks * blockBytes)
    .reduce((sum, bytes) => sum + bytes, 0)
