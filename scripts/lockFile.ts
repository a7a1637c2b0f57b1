import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryDir } from '../test/harness/paths.ts'
import { findLockProblems } from './lockFile/findLockProblems.ts'

const read = (name: string) => JSON.parse(readFileSync(join(repositoryDir, name), 'utf8'))

const { packages } = read('package-lock.json')
const problems = findLockProblems(packages, read('package.json').allowScripts)
console.log(`package-lock.json: read ${Object.keys(packages).length} entries, found ${problems.length} problems`)
for (const problem of problems) console.error(`  ${problem}`)
if (problems.length > 0) process.exitCode = 1
