import type { Extension } from '@codemirror/state'
import type { CodeLanguage } from './CodeEditorProps.ts'
import type { MountCode } from './codeMirror/mountCode.ts'

/** The loaded editor and language. */
export interface CodeMirror {
  mountCode: MountCode
  language: Extension
}

const plain: CodeLanguage = async () => []
const loads = new Map<CodeLanguage, Promise<CodeMirror>>()
const loaded = new Map<CodeLanguage, CodeMirror>()

/** Loads the editor and a language once. After a failure, the next call retries. */
export function loadCodeMirror(language: CodeLanguage = plain): Promise<CodeMirror> {
  const load = loads.get(language) ?? loadBoth(language)
  loads.set(language, load)
  load.then(
    codeMirror => loaded.set(language, codeMirror),
    () => loads.delete(language),
  )
  return load
}

/** Returns the editor if it has already been loaded. */
export function loadedCodeMirror(language: CodeLanguage = plain): CodeMirror | undefined {
  return loaded.get(language)
}

async function loadBoth(language: CodeLanguage): Promise<CodeMirror> {
  const [{ mountCode }, extension] = await Promise.all([import('./codeMirror/mountCode.ts'), language()])
  return { mountCode, language: extension }
}
