import type { CodeLanguage } from '@coffer/ui'

/** HTML highlighting, loaded on first use. */
export const htmlLanguage: CodeLanguage = async () => (await import('@codemirror/lang-html')).html()
