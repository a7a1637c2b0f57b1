import { type AnyExtension, Extension } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { Document } from '@tiptap/extension-document'
import { HardBreak as BaseHardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { HorizontalRule } from '@tiptap/extension-horizontal-rule'
import { ListItem as BaseListItem, OrderedList as BaseOrderedList, BulletList, ListKeymap } from '@tiptap/extension-list'
import { Text } from '@tiptap/extension-text'
import { TextAlign } from '@tiptap/extension-text-align'
import { Dropcursor, Gapcursor, UndoRedo } from '@tiptap/extensions'
import { CodeBlock } from './codeBlock.ts'
import { Image } from './image.ts'
import { Bold, Code, Italic, Link, OtherFormat, Strike, Underline } from './marks.ts'
import { Division, Paragraph } from './paragraphs.ts'
import { type ModeledAttributes, readRetained } from './retainedAttributes.ts'
import { Table, TableCell, TableHeader, TableRow } from './tables.ts'
import { TextStyle } from './textStyle.ts'

// Ctrl/Cmd+Enter saves the form.
const HardBreak = BaseHardBreak.extend({
  addKeyboardShortcuts() {
    return { 'Shift-Enter': () => this.editor.commands.setHardBreak() }
  },
})

const ListItem = BaseListItem.extend({ content: 'block+' })

const OrderedList = BaseOrderedList.extend({
  addAttributes: () => ({
    start: {
      default: 1,
      parseHTML: element => {
        const start = element.getAttribute('start') ?? ''
        return /^-?\d{1,9}$/.test(start) ? Number(start) : 1
      },
    },
  }),
})

const alignments = ['left', 'center', 'right', 'justify']
const aligned = ['paragraph', 'heading', 'tableCell', 'tableHeader']
const directed = [...aligned, 'blockquote', 'bulletList', 'orderedList', 'listItem', 'division', 'table', 'codeBlock']

const isAlignment = (property: string, value: string) => property === 'text-align' && alignments.includes(value.toLowerCase())
const isColor = (property: string) => property === 'color' || property === 'background-color'

/** The attributes that each node and mark type models. All others are preserved unchanged. */
const modelled: Record<string, ModeledAttributes> = {
  ...Object.fromEntries(directed.map(type => [type, { attributes: ['dir'] }])),
  ...Object.fromEntries(aligned.map(type => [type, { attributes: ['dir'], isStyle: isAlignment }])),
  tableCell: { attributes: ['dir', 'colspan', 'rowspan'], isStyle: isAlignment },
  tableHeader: { attributes: ['dir', 'colspan', 'rowspan'], isStyle: isAlignment },
  orderedList: { attributes: ['dir', 'start'] },
  image: { attributes: ['src', 'alt', 'title', 'width', 'height'] },
  link: { attributes: ['href', 'target', 'rel', 'class', 'title'] },
  textStyle: { isStyle: isColor },
  ...Object.fromEntries(
    ['tableRow', 'hardBreak', 'horizontalRule', 'bold', 'italic', 'underline', 'strike', 'code', 'otherFormat'].map(type => [
      type,
      {},
    ]),
  ),
}

const RetainedAttributesExtension = Extension.create({
  name: 'retainedAttributes',
  addGlobalAttributes: () =>
    Object.entries(modelled).map(([type, what]) => ({
      types: [type],
      attributes: {
        retained: {
          default: null,
          rendered: false,
          keepOnSplit: false,
          parseHTML: (element: HTMLElement) => readRetained(element, what),
        },
      },
    })),
})

const directions = ['ltr', 'rtl', 'auto']

const Direction = Extension.create({
  name: 'direction',
  addGlobalAttributes: () => [
    {
      types: directed,
      attributes: {
        dir: {
          default: null,
          parseHTML: (element: HTMLElement) => {
            const direction = element.getAttribute('dir')?.toLowerCase() ?? ''
            return directions.includes(direction) ? direction : null
          },
        },
      },
    },
  ],
})

/** The extensions of the rich text editor. */
export const extensions: AnyExtension[] = [
  Document,
  Text,
  Paragraph,
  Division,
  Heading,
  Blockquote,
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  CodeBlock,
  HorizontalRule,
  HardBreak,
  Image,
  Table,
  TableRow,
  TableHeader,
  TableCell,
  Link,
  Bold,
  Italic,
  Underline,
  Strike,
  Code,
  OtherFormat,
  TextStyle,
  TextAlign.configure({ types: aligned, alignments }),
  RetainedAttributesExtension,
  Direction,
  UndoRedo,
  Gapcursor,
  Dropcursor.configure({ color: 'var(--accent)', width: 2 }),
]
