import type { CodeLanguage } from '@coffer/ui'

/** The colours of HTML, loaded when they are first shown. */
export const htmlLanguage: CodeLanguage = async () => (await import('@codemirror/lang-html')).html()
