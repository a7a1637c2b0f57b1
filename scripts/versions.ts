import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryDir } from '../test/harness/paths.ts'
import { findVersionProblems, type Manifest } from './versions/findVersionProblems.ts'

const read = (path: string): string => readFileSync(join(repositoryDir, path), 'utf8')
const manifest = (path: string): Manifest => JSON.parse(read(path))
const documents = ['README.md', 'CONTRIBUTING.md', ...globSync(['docs/manual/*.md', 'docs/*.md'], { cwd: repositoryDir })]

/** With `--release`, the changelog must have a heading with the version and the date. */
const isRelease = process.argv.includes('--release')
const root = manifest('package.json')
const problems = findVersionProblems(
  {
    manifests: [root, ...globSync('packages/*/package.json', { cwd: repositoryDir }).map(manifest)],
    changelog: read('CHANGELOG.md'),
    dockerfile: read('deploy/containers/Dockerfile'),
    documents: Object.fromEntries(documents.map(path => [path, read(path)])),
  },
  isRelease,
)
console.log(`The version is ${root.version}: found ${problems.length} problems`)
for (const problem of problems) console.error(`  ${problem}`)
if (problems.length > 0) process.exitCode = 1
