import { readdirSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { messageOf } from '../errors/inspectError.ts'
import { maskSource } from './maskSource.ts'
import { notOffered } from './notOffered.ts'
import { pastesValue } from './pastesValue.ts'
import { fileOf, readSource } from './thread/createRequire.ts'
import { eventNames } from './thread/eventNames.ts'

/** A rule about the code of a file, in which comments and texts are blank. */
interface Rule {
  /** Global, so that all matches are found. */
  pattern: RegExp
  /** Says what is wrong, and what to do. Returns nothing if the match is right. */
  advice: (match: RegExpExecArray, code: string) => string | undefined
}

/** Returns the pattern of a member of an object, which can be in another line. */
const memberOf = (object: string): string => `${object}\\s*\\.\\s*`

/** The patterns of the other objects that have members which are not offered. */
const objects = {
  event: '\\b(?:e|ev|event)',
  client: '\\b\\w*[cC]lient(?:ById)?(?:\\s*\\([^()]*\\))?',
} as const satisfies Partial<Record<keyof typeof notOffered, string>>

/** The names that files give to `$app.dao()` and to the dao of a transaction. */
const dao = '\\b(?!logsDao)(?:\\w*[dD]ao(?:\\s*\\(\\s*\\))?|\\w*[tT]x)'

/** Returns rules that find calls of names that are not offered, behind a pattern. */
function missingRules(before: string, names: Readonly<Record<string, string>>): Rule[] {
  return Object.entries(names).map(([name, advice]) => ({
    pattern: new RegExp(`${before}${name}\\s*[(.]`, 'g'),
    advice: () => `${name} is not offered. ${advice}`,
  }))
}

/** Returns the arguments of a call, and where it ends. Texts in the code are blank, so that they have no brackets. */
function callAt(code: string, open: number): { args: string[]; end: number } {
  const args: string[] = []
  let depth = 0
  let start = open + 1
  for (let position = open; position < code.length; position += 1) {
    const character = code[position] as string
    if ('([{'.includes(character)) depth += 1
    if (')]}'.includes(character)) depth -= 1
    if (depth > 1 || (depth === 1 && character !== ',')) continue
    args.push(code.slice(start, position))
    start = position + 1
    if (depth === 0) return { args, end: position + 1 }
  }
  return { args, end: code.length }
}

/** Whether the code has a function or variable of a name, because it names it otherwise than by a call. */
function isDefinedIn(code: string, name: string): boolean {
  const mentions = code.matchAll(new RegExp(`(?<![\\w$.])${name}(?![\\w$])\\s*(\\(?)`, 'g'))
  return [...mentions].some(({ 0: text, 1: bracket, index }) => {
    if (bracket === '') return true
    // What has a body behind its arguments is a function or a method.
    return /^\s*\{/.test(code.slice(callAt(code, index + text.length - 1).end))
  })
}

const eventRule: Rule = {
  pattern: /(?<![\w$.])(on[A-Z]\w*)\s*\(/g,
  advice: ([, event = ''], code) =>
    eventNames.includes(event) || isDefinedIn(code, event)
      ? undefined
      : `PocketBase 0.22 has no ${event}: it is misspelled, or written for 0.23 or later.`,
}

const filterRule: Rule = {
  pattern: /find(?:First)?Records?ByFilter\s*\(/g,
  advice: ({ 0: text, index }, code) =>
    pastesValue(code, callAt(code, index + text.length - 1).args[1] ?? '', index)
      ? 'A value is pasted into the text of a filter, so clients can change its meaning. Use a parameter such as {:name}.'
      : undefined,
}

const rules: readonly Rule[] = [
  eventRule,
  filterRule,
  ...missingRules('(?<![\\w$.])', notOffered.classes),
  ...missingRules(memberOf('\\$app'), notOffered.app),
  ...missingRules(memberOf(dao), notOffered.dao),
  ...Object.entries(objects).flatMap(([name, pattern]) =>
    missingRules(memberOf(pattern), notOffered[name as keyof typeof objects]),
  ),
  {
    pattern:
      /\be\s*\.\s*(?:next|requestInfo|auth|json)\s*\(|\$app\s*\.\s*(?:save|delete|findRecord\w*|findCollection\w*|runInTransaction)\s*\(/g,
    advice: () => 'This is written for PocketBase 0.23 or later. In 0.22 it is $app.dao() and e.httpContext.',
  },
  {
    pattern: /^[ \t]*(?:import|export)\s/gm,
    advice: () => 'Files are scripts: export with module.exports, and load modules with require and the path of __hooks.',
  },
]

/** Returns the findings of a file by their lines. */
function findingsOf(source: string): { line: number; finding: string }[] {
  const code = maskSource(source)
  const lineOf = (index: number): number => code.slice(0, index).split('\n').length
  const found = rules.flatMap(({ pattern, advice }) =>
    [...code.matchAll(pattern)].flatMap(match => {
      const finding = advice(match, code)
      // The name of a member can be in a later line than its object.
      return finding === undefined ? [] : [{ line: lineOf(match.index + match[0].trimEnd().length - 1), finding }]
    }),
  )
  return found.sort((one, other) => one.line - other.line)
}

/** Returns the files that a file loads with `require` and a path, from the folder of hooks or relative to the file. */
function requiredBy(source: string, path: string, hooks: string): string[] {
  const code = maskSource(source)
  return [...code.matchAll(/(?<![\w$.])require\s*\(/g)].flatMap(({ 0: text, index }) => {
    const open = index + text.length
    const argument = source.slice(open, callAt(code, open - 1).end - 1).trim()
    const literal = /^(['"`])(.*)\1$/s.exec(argument.replace(/^__hooks\s*\+\s*(['"`])/, (_, quote) => quote + hooks))?.[2]
    const name = literal?.replace(/^\$\{__hooks\}/, () => hooks)
    const found = name && (isAbsolute(name) || name.startsWith('.')) ? fileOf(resolve(dirname(path), name)) : undefined
    return found && !found.endsWith('.json') ? [found] : []
  })
}

/**
 * Reads the files of hooks of PocketBase 0.22, and the modules that they load by their paths.
 * @returns a sentence for each line that will not run, that is written for 0.23 or later, or that pastes a value into a filter, with
 * the file and the line
 */
export function examineScripts(folder: string): string[] {
  const names = readdirSync(folder).filter(name => /\.pb\.[jt]s$/.test(name))
  // The loop also visits what it adds to the set.
  const paths = new Set(names.sort().map(name => join(folder, name)))
  const sentences: string[] = []
  for (const path of paths) {
    try {
      const source = readSource(path)
      sentences.push(...findingsOf(source).map(({ line, finding }) => `${path}:${line}: ${finding}`))
      for (const required of requiredBy(source, path, folder)) paths.add(required)
    } catch (error) {
      sentences.push(`${path}: ${messageOf(error)}`)
    }
  }
  return [...new Set(sentences)]
}
