import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { notOffered } from '../../notOffered.ts'
import { GoError, missingMembers } from '../errors.ts'
import { attempt } from '../osModules.ts'
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

function pageOfFiles(paths: readonly string[]): Page {
  const key = JSON.stringify(paths)
  const known = cachedPages.get(key)
  if (known) return known
  if (paths.length === 0) throw new GoError('template: no files named in call to ParseFiles')
  const page = pageOf(paths.map(path => [basename(path), attempt('open', path, () => readFileSync(path, 'utf8'))]))
  if (cachedPages.size === maxCachedPages) cachedPages.clear()
  cachedPages.set(key, page)
  return page
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
    ...missingMembers(notOffered.template),
  }
  return registry
}
