import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { notOffered } from './notOffered.ts'
import { eventNames } from './thread/eventNames.ts'

interface Rule {
  pattern: RegExp
  /** Says what is wrong, and what to do. */
  advice: (match: RegExpExecArray) => string
}

/** Members of other objects that are not offered. */
const otherMembers = {
  loadFS: 'Use $template.loadFiles.',
  dirFS: 'Use $os.readDir and $os.readFile.',
  fileFS: 'Use c.file.',
  walkDir: 'Use $os.readDir, or $filepath.glob.',
  createThumb: 'The API makes thumbs: ask it for a file with ?thumb=100x100.',
}

/** Returns a rule that finds names that are not offered. */
function missingRule(patternOf: (name: string) => string, names: Readonly<Record<string, string>>): Rule {
  const all = Object.keys(names)
  const pattern = new RegExp(all.map(name => `(?:${patternOf(name)})`).join('|'))
  return {
    pattern,
    advice: ([text]) => {
      const name = all.find(one => new RegExp(`\\b${one}\\s*\\(`).test(text)) ?? text
      return `${name} is not offered. ${names[name] ?? ''}`
    },
  }
}

const rules: readonly Rule[] = [
  {
    pattern: /\b(on[A-Z]\w+)\s*\(/,
    advice: ([, event = '']) => {
      if (eventNames.includes(event)) return ''
      return `PocketBase 0.22 has no ${event}: it is written for 0.23 or later.`
    },
  },
  missingRule(name => `\\b${name}\\s*\\(`, notOffered.classes),
  missingRule(name => `\\$app\\.${name}\\s*\\(`, notOffered.app),
  missingRule(name => `\\.${name}\\s*\\(`, notOffered.dao),
  missingRule(name => `\\.${name}\\s*\\(`, otherMembers),
  {
    pattern:
      /\be\.(?:next|requestInfo|auth|json)\s*\(|\$app\.(?:save|delete|findRecord\w*|findCollection\w*|runInTransaction)\s*\(/,
    advice: () => 'This is written for PocketBase 0.23 or later. In 0.22 it is $app.dao() and e.httpContext.',
  },
  {
    pattern: /find(?:First)?Records?ByFilter\s*\([^)]*(?:\$\{|['"`]\s*\+)/,
    advice: () =>
      'A value is pasted into the text of a filter, so clients can change its meaning. Use a parameter such as {:name}.',
  },
  { pattern: /^\s*(?:import|export)\s/, advice: () => 'Files are scripts: load modules with require and the path of __hooks.' },
]

/** Returns the finding of a line; the calls of filters can go over several lines, which are given together. */
function findingsOf(text: string): string[] {
  return rules.flatMap(({ pattern, advice }) => {
    const match = pattern.exec(text)
    return match ? [advice(match)].filter(sentence => sentence !== '') : []
  })
}

const withoutComment = (line: string): string => line.replace(/(^|\s)\/\/.*/, '')

/**
 * Reads the files of hooks of PocketBase 0.22.
 * @returns a sentence for each line that will not run, that is written for 0.23 or later, or that pastes a value into a filter, with
 * the file and the line
 */
export function examineScripts(folder: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter(name => /\.pb\.[jt]s$/.test(name))
  return names.sort().flatMap(name => {
    const path = join(folder, name)
    return readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, index) => findingsOf(withoutComment(line)).map(finding => `${path}:${index + 1}: ${finding}`))
  })
}
