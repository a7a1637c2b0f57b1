import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryDir } from '../test/harness/paths.ts'

const documents = globSync('**/*.md', { cwd: repositoryDir, exclude: ['**/node_modules/**', '**/dist/**'] })

const read = (name: string) => readFileSync(join(repositoryDir, name), 'utf8')

/** Matches the targets of relative links and images, without the part after `#`. */
const linksIn = (text: string): string[] => [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].flatMap(([, target]) => target ?? [])

/**
 * Matches paths between backticks that start at the root of the repository. A path with a placeholder or a pattern is not a single
 * file.
 */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`((?:packages|docs|test|e2e|bench|scripts|bin)\/[\w./-]*)`/g)].flatMap(([, path]) => path ?? [])

test.each(documents)('%s links only to files that exist', name => {
  const missing = linksIn(read(name)).filter(target => !existsSync(join(repositoryDir, dirname(name), target)))
  expect(missing).toEqual([])
})

test.each(documents)('%s mentions only files that exist', name => {
  expect(pathsIn(read(name)).filter(path => !existsSync(join(repositoryDir, path)))).toEqual([])
})

const moduleNames = globSync('{packages,scripts}/**/*.{ts,tsx}', {
  cwd: repositoryDir,
  exclude: ['**/node_modules/**', '**/dist/**'],
}).map(module => `/${module}`)

/** Matches modules and folders that a page names by the end of their paths, such as `records/createRecord.ts` or `pending/`. */
const partialPathsIn = (text: string): string[] =>
  [...text.matchAll(/`([\w./-]+(?:\.tsx?|\/))`/g)].flatMap(([, path]) => path ?? [])

const pagesOfTheFlow = ['ARCHITECTURE.md', ...globSync('docs/flow/*.md', { cwd: repositoryDir })]

test.each(pagesOfTheFlow)('%s names only modules and folders that exist', name => {
  const paths = partialPathsIn(read(name))
  const exists = (path: string) =>
    existsSync(join(repositoryDir, path)) ||
    moduleNames.some(module => (path.endsWith('/') ? module.includes(`/${path}`) : module.endsWith(`/${path}`)))
  expect(paths.length).toBeGreaterThan(2)
  expect(paths.filter(path => !exists(path))).toEqual([])
})

/** Matches the names of scripts after `npm run`. */
const scriptsIn = (text: string): string[] => [...text.matchAll(/\bnpm run ([\w:-]+)/g)].flatMap(([, script]) => script ?? [])

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

test.each(documents)('%s mentions only scripts of package.json', name => {
  expect(scriptsIn(read(name)).filter(script => !(script in scripts))).toEqual([])
})

const decisions = readdirSync(join(repositoryDir, 'docs/decisions')).filter(name => name !== 'README.md')

test('the list of decisions links to every decision once', () => {
  const listed = linksIn(read('docs/decisions/README.md')).filter(target => !target.startsWith('..'))
  expect(listed.toSorted()).toEqual(decisions.toSorted())
})

test('no two decisions have the same number', () => {
  const numbers = decisions.map(name => name.slice(0, 3))
  expect(numbers).toEqual([...new Set(numbers)])
})

test.each(decisions)('the decision %s has a number, a title and the required sections', name => {
  const text = read(`docs/decisions/${name}`)
  expect(text).toMatch(new RegExp(`^# ${Number(name.slice(0, 3))}\\. \\S`))
  for (const section of ['Status', 'Context', 'Decision', 'Consequences', 'Alternatives considered'])
    expect(text).toContain(`**${section}.**`)
})

/** Names of the packages that the manifests require, except workspaces, types, and Node. */
const libraries = globSync('{package.json,packages/*/package.json}', { cwd: repositoryDir }).flatMap(name => {
  const { dependencies, devDependencies } = JSON.parse(read(name))
  return Object.keys({ ...dependencies, ...devDependencies }).filter(library => !/^@(coffer|types)\//.test(library))
})

const decisionTexts = decisions.map(name => read(`docs/decisions/${name}`)).join('\n')

test.each([...new Set(libraries)])('a decision names the library %s, or all packages of its scope', library => {
  const scope = `${library.split('/', 1)}/*`
  expect(decisionTexts.includes(library) || decisionTexts.includes(scope)).toBe(true)
})
