import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryDir } from '../test/harness/paths.ts'
import { findStatementIds } from './statements/findStatementIds.ts'
import { readStatements } from './statements/readStatements.ts'

const read = (path: string) => readFileSync(join(repositoryDir, path), 'utf8')

const groups = readStatements(read('docs/statements.md'))
const known = new Set(groups.flatMap(group => group.statements.map(({ id }) => id)))
const testFiles = globSync(['e2e/**/*.test.ts', 'test/api/**/*.test.ts', 'packages/**/*.test.{ts,tsx}'], {
  cwd: repositoryDir,
  exclude: ['**/node_modules/**'],
})
const named = new Set(testFiles.flatMap(file => [...findStatementIds(read(file))]))

for (const { id, title, statements } of groups) {
  const untested = statements.filter(statement => !named.has(statement.id))
  console.log(`${id}  ${statements.length - untested.length} of ${statements.length} tested  ${title}`)
  for (const statement of untested) console.log(`    ${statement.id} ${statement.text}`)
}

const unknown = [...named].filter(id => !known.has(id))
if (unknown.length > 0) console.log(`\nNamed by tests, but not in docs/statements.md: ${unknown.join(' ')}`)
console.log(`\n${[...known].filter(id => named.has(id)).length} of ${known.size} statements have a test`)
