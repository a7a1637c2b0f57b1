import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryDir } from '../test/harness/paths.ts'
import { longer, longOnly } from './longTests.ts'
import { suitesOfChange, suitesOfRelease } from './suites/suites.ts'

interface TsConfig {
  include: string[]
  exclude: string[]
}

interface BiomeConfig {
  overrides: { includes: string[]; linter: unknown }[]
}

const read = <Config>(file: string) => JSON.parse(readFileSync(join(repositoryDir, file), 'utf8')) as Config

/** Patterns for folders that exist only after an installation or a build. */
const isGenerated = (pattern: string) => /node_modules|dist/.test(pattern)

const matchesNothing = (pattern: string) =>
  !isGenerated(pattern) &&
  globSync(pattern.replace(/^!/, ''), { cwd: repositoryDir, exclude: ['**/node_modules/**', '**/dist/**'] }).length === 0

test.each(['tsconfig.pure.json', 'tsconfig.server.json', 'tsconfig.web.json', 'tsconfig.manual.json'])(
  '%s refers only to files that exist',
  file => {
    const { include, exclude } = read<TsConfig>(file)
    expect([...include, ...exclude].filter(matchesNothing)).toEqual([])
  },
)

test('the overrides of biome.json refer only to files that exist', () => {
  const patterns = read<BiomeConfig>('biome.json').overrides.flatMap(({ includes }) => includes)
  expect(patterns.filter(matchesNothing)).toEqual([])
})

test('the tests that npm test leaves out or runs shorter exist, and the faults of nodes are among the shorter ones', () => {
  expect([...longer, ...longOnly].filter(matchesNothing)).toEqual([])
  expect(longOnly.filter(path => longer.includes(path))).toEqual([])
  expect(longer).toEqual(expect.arrayContaining(['test/postgres/nodeRules.test.ts', 'test/postgres/nodesUnderLoad.test.ts']))
})

test('the suites run commands of package.json', () => {
  const { scripts } = read<{ scripts: Record<string, string> }>('package.json')
  const names = [...suitesOfChange, ...suitesOfRelease].map(({ command }) => command[2] ?? '')
  expect(names).toContain('test:reference')
  expect(names.filter(name => !(name in scripts))).toEqual([])
})

test('the workspace modules that biome.json restricts exist', () => {
  const specifiers = JSON.stringify(read<BiomeConfig>('biome.json').overrides).match(/@coffer\/[a-z]+(\/[a-zA-Z]+)?/g) ?? []
  const exists = (specifier: string) => {
    const [, name = '', subpath] = specifier.split('/')
    const { exports = {} } = read<{ exports?: Record<string, string> }>(`packages/${name}/package.json`)
    return subpath === undefined || `./${subpath}` in exports
  }
  expect(specifiers.length).toBeGreaterThan(0)
  expect(specifiers.filter(specifier => !exists(specifier))).toEqual([])
})
