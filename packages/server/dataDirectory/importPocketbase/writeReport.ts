import type { ImportNote } from '@coffer/schema'
import type { MovedFiles } from '../move/moveFiles.ts'
import type { CopiedRows } from './copyRows.ts'

/** What an import has done, or would do. */
export interface ImportResult {
  notes: readonly ImportNote[]
  /** undefined if nothing was imported. */
  imported?: { rows: CopiedRows[]; logEntries: number; files: MovedFiles; missingFiles: string[] }
  /** Folders and files that are left behind. */
  leftBehind: string[]
}

const titles: readonly [ImportNote['kind'], string][] = [
  ['cannot', 'Prevents the import, unless accepted'],
  ['accepted', 'Accepted losses'],
  ['changed', 'Works differently'],
  ['writtenOut', 'Written out'],
]

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`## ${title}`, '', ...lines.map(line => `- ${line}`), '']

/** Returns the report about an import as Markdown. */
export function writeReport(from: string, { notes, imported, leftBehind }: ImportResult): string {
  const of = (kind: ImportNote['kind']) =>
    notes.filter(note => note.kind === kind).map(({ subject, text }) => `\`${subject}\`: ${text}`)
  return [
    `# Import of ${from}`,
    '',
    ...titles.flatMap(([kind, title]) => section(title, of(kind))),
    ...section('Left behind', leftBehind),
    ...section(
      'Rows',
      (imported?.rows ?? []).map(({ table, rows }) => `\`${table}\`: ${rows}`),
    ),
    ...section('Files that records name and that are missing', imported?.missingFiles ?? []),
  ].join('\n')
}
