import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { repositoryDir } from '../../harness/paths.ts'
import { scratchDir } from '../../harness/scratchDir.ts'

/** Changes a file, in which a text has to be present. */
async function change(path: string, text: string, replacement: string): Promise<void> {
  const content = await readFile(path, 'utf8')
  const changed = content.replace(text, replacement)
  if (changed === content) throw new Error(`${path} does not contain ${text}.`)
  await writeFile(path, changed)
}

/**
 * Copies this program as the next minor version, in which `strftime('%Y', …)` returns another text.
 * @param steps number of minor versions by which the copy is newer
 * @returns the program, which exists until the end of the running test
 */
export async function copyAsNextVersion(year: string, steps = 1): Promise<{ program: string; version: string }> {
  const home = await mkdtemp(join(scratchDir, 'coffer-next-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const packages = join(home, 'packages')
  const server = join(packages, 'server')
  await mkdir(packages)
  const isSource = (path: string) => basename(path) !== 'node_modules' && !path.endsWith('.test.ts')
  await cp(join(repositoryDir, 'packages/server'), server, { recursive: true, filter: isSource })
  await cp(join(repositoryDir, 'bin'), join(home, 'bin'), { recursive: true })
  const others = (await readdir(join(repositoryDir, 'packages'))).filter(name => name !== 'server')
  const linked = ['node_modules', 'packages/server/node_modules', ...others.map(name => `packages/${name}`)]
  for (const path of linked) await symlink(join(repositoryDir, path), join(home, path))
  const functions = join(server, 'db/postgres/valueFunctions.sql')
  await change(functions, `WHEN '%Y' THEN to_char(moment, 'YYYY')`, `WHEN '%Y' THEN '${year}'`)
  const manifest = JSON.parse(await readFile(join(server, 'package.json'), 'utf8'))
  const [major, minor] = manifest.version.split('.').map(Number)
  const version = `${major}.${minor + steps}.0`
  await writeFile(join(server, 'package.json'), JSON.stringify({ ...manifest, version }))
  return { program: join(home, 'bin/coffer'), version }
}
