import {
  TableCell as BaseCell,
  TableHeader as BaseHeader,
  TableRow as BaseRow,
  Table as BaseTable,
} from '@tiptap/extension-table'
import { type Kept, readKept } from './keptAttributes.ts'

/** The most cells that one may stretch over; more is a slip or an attack. */
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
  // Required by the table commands; widths stay in the attributes that a cell came with.
  colwidth: { default: null, rendered: false, parseHTML: () => null },
})

/** The `col` elements of a table, each as its attributes; null without them. */
const readColumns = (table: HTMLElement): Kept[] | null => {
  const columns = table.querySelectorAll<HTMLElement>(':scope > colgroup > col')
  return columns.length > 0 ? [...columns].map(column => readKept(column, {}) ?? {}) : null
}

export const Table = BaseTable.extend({
  addAttributes: () => ({ columns: { default: null, rendered: false, parseHTML: readColumns } }),
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
}).configure({ resizable: false })

export const TableRow = BaseRow.extend({
  addAttributes: () => ({
    /** The part of the table that the row came in; null for a row that was made here. */
    section: {
      default: null,
      rendered: false,
      parseHTML: (row: HTMLElement) => row.parentElement?.localName ?? null,
    },
  }),
})

export const TableCell = BaseCell.extend({ addAttributes: cellAttributes })
export const TableHeader = BaseHeader.extend({ addAttributes: cellAttributes })
