import type { CodeLanguage } from '@coffer/ui'

/** JSON highlighting, loaded on first use. */
export const jsonLanguage: CodeLanguage = async () => (await import('@codemirror/lang-json')).json()
