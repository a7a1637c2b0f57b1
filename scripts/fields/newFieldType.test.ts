import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { fieldTypeNames } from '../../packages/fields/fieldTypeNames.ts'
import { repositoryDir } from '../../test/harness/paths.ts'
import { fieldRegistries } from './fieldRegistries.ts'
import { writeFieldRegistries } from './writeFieldRegistries.ts'

let root = ''
const inFields = (...path: string[]) => join(root, 'packages/fields', ...path)

const readText = (file: string) => readFile(file, 'utf8')

let added: string[] = []

/** Adds copies of the smallest field type, and a line for each to the list of field types. */
async function addTypes(...names: string[]) {
  added = names
  for (const name of names) await cp(inFields('bool'), inFields(name), { recursive: true })
  const list = await readText(join(repositoryDir, 'packages/fields/fieldTypeNames.ts'))
  const lines = names.map(name => `  '${name}',\n`).join('')
  await writeFile(inFields('fieldTypeNames.ts'), list.replace('] as const', `${lines}] as const`))
}

const runFieldsCommand = () => writeFieldRegistries(inFields(), [...fieldTypeNames, ...added])

/** Compiles with a configuration of the repository and returns the errors, one in a line. */
function compile(config: 'tsconfig.pure.json' | 'tsconfig.web.json'): string[] {
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules/.bin/tsc'), '-p', config], {
    cwd: root,
    encoding: 'utf8',
  })
  return (stdout + stderr).split('\n').filter(line => /error|^\S/.test(line))
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'coffer-fields-'))
  await symlink(join(repositoryDir, 'node_modules'), join(root, 'node_modules'))
  for (const config of ['tsconfig.base.json', 'tsconfig.pure.json', 'tsconfig.web.json']) {
    await cp(join(repositoryDir, config), join(root, config))
  }
  await cp(join(repositoryDir, 'packages/fields'), inFields(), { recursive: true })
})

afterEach(async () => {
  for (const name of added.splice(0)) await rm(inFields(name), { recursive: true })
})

afterAll(() => rm(root, { recursive: true, force: true }))

test('a new field type is one folder and one line: it compiles, and its rules are found by its name', async () => {
  await addTypes('rating')
  await runFieldsCommand()
  expect([...compile('tsconfig.pure.json'), ...compile('tsconfig.web.json')]).toEqual([])
  const { fieldTypes }: { fieldTypes: object } = await import(pathToFileURL(inFields('fieldTypes.ts')).href)
  expect(Object.keys(fieldTypes)).toEqual([...fieldTypeNames, 'rating'])
})

test('the compiler rejects a field type that lacks its rules, abilities, JSON schema, view, input or options view', async () => {
  const parts = ['field.ts', 'abilities.ts', 'jsonSchema.ts', 'view.ts', 'Input.tsx', 'optionsView.ts']
  const nameOf = (part: string) => `no_${part.replace(/\W/g, '_')}`
  await addTypes(...parts.map(nameOf))
  for (const part of parts) await rm(inFields(nameOf(part), part))
  await runFieldsCommand()
  const errors = [...compile('tsconfig.pure.json'), ...compile('tsconfig.web.json')].join('\n')
  for (const part of parts) {
    expect(errors).toMatch(new RegExp(`/registry/.*Cannot find module '[./]*/${nameOf(part)}/${part}'`))
  }
})

test('the compiler rejects a listed field type until `npm run fields` has updated the registries', async () => {
  await writeFieldRegistries(inFields(), fieldTypeNames)
  await addTypes('rating')
  expect(compile('tsconfig.pure.json').join('\n')).toMatch(/registry\/rules\.ts(.|\n)*'rating' is missing/)
})

test('the compiler rejects a field type whose rules are incomplete', async () => {
  await addTypes('incomplete')
  await runFieldsCommand()
  const rules = await readText(inFields('incomplete/field.ts'))
  await writeFile(inFields('incomplete/field.ts'), rules.replace(/ {2}validate: .*\n/, ''))
  expect(compile('tsconfig.pure.json').join('\n')).toContain("'validate' is missing")
})

test('`npm run fields` was run after the last change of the list of field types', async () => {
  for (const { path, text } of fieldRegistries(fieldTypeNames)) {
    expect(await readText(join(repositoryDir, 'packages/fields/registry', path))).toBe(text)
  }
})
