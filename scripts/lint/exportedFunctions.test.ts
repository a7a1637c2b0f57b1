import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { repositoryDir } from '../../test/harness/paths.ts'
import { scratchDir } from '../../test/harness/scratchDir.ts'

const rule = join(repositoryDir, 'scripts/lint/exportedFunctions.grit')

/** Returns the modules that the linter rejects because of the rule. */
function findRejected(modules: readonly string[]): string[] {
  const folder = mkdtempSync(join(scratchDir, 'coffer-lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ root: true, plugins: [rule] }))
  for (const [index, module] of modules.entries()) writeFileSync(join(folder, `module${index}.ts`), `${module}\n`)
  const biome = join(repositoryDir, 'node_modules/.bin/biome')
  const { stdout, stderr } = spawnSync(biome, ['lint', '--only=plugin'], { cwd: folder, encoding: 'utf8' })
  expect(stdout + stderr).toContain(`Checked ${modules.length + 1} files`)
  return modules.filter((_, index) => stderr.includes(`module${index}.ts`))
}

test('the linter rejects exported constants that are functions, unless they have a type', () => {
  const rejected = [
    'export const double = (value: number) => 2 * value',
    'export const read = async (): Promise<string> => "text"',
    'export const double = function (value: number) { return 2 * value }',
  ]
  const accepted = [
    'export function double(value: number) { return 2 * value }',
    'export const anyone: Guard = () => undefined',
    'export const doubled = [1, 2].map(value => 2 * value)',
    'const double = (value: number) => 2 * value\nexport const four = double(2)',
  ]
  expect(findRejected([...rejected, ...accepted])).toEqual(rejected)
})
