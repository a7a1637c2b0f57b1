import type { CodeLanguage } from '@coffer/ui'

/** The colours of JSON, loaded when they are first shown. */
export const jsonLanguage: CodeLanguage = async () => (await import('@codemirror/lang-json')).json()
