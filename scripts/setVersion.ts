import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryDir } from '../test/harness/paths.ts'

const [version = ''] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) throw new Error('Give the new version, for example 1.1.0.')

const at = (pattern: string) => globSync(pattern, { cwd: repositoryDir }).map(path => join(repositoryDir, path))

function replaceIn(paths: readonly string[], pattern: RegExp, replacement: string) {
  for (const path of paths) {
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace(pattern, replacement))
  }
}

replaceIn(at('{package.json,packages/*/package.json}'), /("version"|"@coffer\/\w+"): "[^"]*"/g, `$1: "${version}"`)
replaceIn(at('{README.md,CONTRIBUTING.md,docs/manual/*.md}'), /coffer-\d[\w.-]*\.tgz/g, `coffer-${version}.tgz`)
const { status } = spawnSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], {
  cwd: repositoryDir,
  stdio: 'inherit',
})
process.exit(status ?? 1)
