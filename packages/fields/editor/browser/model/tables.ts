import {
  TableCell as BaseCell,
  TableHeader as BaseHeader,
  TableRow as BaseRow,
  Table as BaseTable,
} from '@tiptap/extension-table'
import { type RetainedAttributes, readRetained } from './retainedAttributes.ts'

/** Maximum row or column span. Larger values are mistakes or attacks. */
const widest = 100

const span = (name: string) => ({
  default: 1,
  parseHTML: (element: HTMLElement) => {
    const count = Number.parseInt(element.getAttribute(name) ?? '1', 10)
    return count >= 1 && count <= widest ? count : 1
  },
})

const cellAttributes = () => ({
  colspan: span('colspan'),
  rowspan: span('rowspan'),
  // Required by the table commands. Widths stay in the preserved attributes of a cell.
  colwidth: { default: null, rendered: false, parseHTML: () => null },
})

/** The attributes of each `col` element of a table; null without such elements. */
function readColumns(table: HTMLElement): RetainedAttributes[] | null {
  const columns = table.querySelectorAll<HTMLElement>(':scope > colgroup > col')
  return columns.length > 0 ? [...columns].map(column => readRetained(column, {}) ?? {}) : null
}

export const Table = BaseTable.extend({
  addAttributes: () => ({ columns: { default: null, rendered: false, parseHTML: readColumns } }),
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
}).configure({ resizable: false })

export const TableRow = BaseRow.extend({
  addAttributes: () => ({
    /** The section of the table that the row was parsed from; null for a row created here. */
    section: {
      default: null,
      rendered: false,
      parseHTML: (row: HTMLElement) => row.parentElement?.localName ?? null,
    },
  }),
})

export const TableCell = BaseCell.extend({ addAttributes: cellAttributes })
export const TableHeader = BaseHeader.extend({ addAttributes: cellAttributes })
