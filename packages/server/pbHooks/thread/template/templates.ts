import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { attempt } from '../attempt.ts'
import { GoError } from '../errors.ts'
import { DirFs } from '../folders.ts'
import { functions, type TemplateFunction } from './functions.ts'
import { parseTemplate, type Templates } from './parseTemplate.ts'
import { renderTemplate } from './renderTemplate.ts'

/** Maximum number of lists of files whose templates are cached. */
const maxCachedPages = 100

interface Page {
  templates: Templates
  name: string
}

/** The templates by the list of their files. Threads end when the files of `pb_hooks` are loaded again. */
const cachedPages = new Map<string, Page>()

/** Runs work, and throws its error as 0.22 does. */
function explained<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof Error && !(error instanceof GoError) ? new GoError(`template: ${error.message}`) : error
  }
}

function pageOf(sources: readonly (readonly [name: string, source: string])[]): Page {
  const templates: Templates = new Map()
  for (const [name, source] of sources) explained(() => parseTemplate(name, source, templates))
  return { templates, name: sources[0]?.[0] ?? '' }
}

function pageOfFiles(paths: readonly string[], first = paths[0]): Page {
  const key = JSON.stringify([first, ...paths])
  const known = cachedPages.get(key)
  if (known) return known
  if (first === undefined) throw new GoError('template: no files named in call to ParseFiles')
  const sources = paths.map((path): [string, string] => [basename(path), attempt('open', path, () => readFileSync(path, 'utf8'))])
  const page = { ...pageOf(sources), name: basename(first) }
  if (cachedPages.size === maxCachedPages) cachedPages.clear()
  cachedPages.set(key, page)
  return page
}

/** Returns the page of the files in a folder that match patterns. The first pattern names the file to render, as in Go. */
function pageOfFolder(folder: unknown, patterns: readonly string[]): Page {
  if (!(folder instanceof DirFs)) throw new GoError('template: the first argument of loadFS is what $os.dirFS returns')
  const paths = patterns.flatMap(pattern => {
    const found = folder.glob(pattern)
    if (found.length === 0) throw new GoError(`template: pattern matches no files: "${pattern}"`)
    return found
  })
  return pageOfFiles(paths, patterns[0])
}

/** Returns `$template` of 0.22. What cannot be loaded is an error when it is rendered. */
export function createTemplates() {
  const own: Record<string, TemplateFunction> = { ...functions }
  const renderer = (load: () => Page) => ({
    render: (data: unknown): string => {
      const { templates, name } = load()
      return explained(() => renderTemplate(templates, name, data, own))
    },
  })
  const registry = {
    addFuncs: (added: Record<string, TemplateFunction>) => {
      Object.assign(own, added)
      return registry
    },
    loadFiles: (...paths: string[]) => renderer(() => pageOfFiles(paths.map(String))),
    loadString: (text: string) => renderer(() => pageOf([['', String(text)]])),
    loadFS: (folder: unknown, ...patterns: string[]) => renderer(() => pageOfFolder(folder, patterns.map(String))),
  }
  return registry
}
