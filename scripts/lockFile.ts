import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryDir } from '../test/harness/paths.ts'
import { findLockProblems } from './lockFile/findLockProblems.ts'

const { packages } = JSON.parse(readFileSync(join(repositoryDir, 'package-lock.json'), 'utf8'))
const problems = findLockProblems(packages)
console.log(`package-lock.json: read ${Object.keys(packages).length} entries, found ${problems.length} problems`)
for (const problem of problems) console.error(`  ${problem}`)
if (problems.length > 0) process.exitCode = 1
