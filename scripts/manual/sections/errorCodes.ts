import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryDir } from '../../../test/harness/paths.ts'
import { code, table } from './table.ts'

/** Matches a validation error in the source, with its message if that is written next to the code. */
const errorPattern = /'(validation_\w+)'(?:,\s*(?:message:\s*)?(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`))?/g

/** Replaces the expressions of a template by `…`. */
const withoutExpressions = (text: string): string => text.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…').replace(/\\(.)/g, '$1')

/** The codes of all validation errors in the source, with their messages. */
export function errorCodes(): string {
  const messages = new Map<string, Set<string>>()
  const files = globSync('packages/{fields,schema,server}/**/*.ts', {
    cwd: repositoryDir,
    exclude: ['**/*.test.ts', '**/node_modules/**'],
  })
  for (const file of files.toSorted()) {
    for (const [, name = '', single, double, template] of readFileSync(join(repositoryDir, file), 'utf8').matchAll(
      errorPattern,
    )) {
      const known = messages.get(name) ?? new Set<string>()
      const text = withoutExpressions(single ?? double ?? template ?? '')
      if (/[ .]/.test(text)) known.add(text)
      messages.set(name, known)
    }
  }
  return table(
    ['code', 'message'],
    [...messages]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, texts]) => [code(name), [...texts].toSorted().join('<br>')]),
  )
}
