import { Mark } from '@tiptap/core'
import type { Mark as AppliedMark } from '@tiptap/pm/model'
import { readStyle, styleValue } from '../../styleText.ts'
import type { RetainedAttributes } from './retainedAttributes.ts'

/** The CSS properties that color text. */
export type ColorProperty = 'color' | 'background-color'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    textStyle: {
      /** Sets or removes a color of the selected text. */
      setTextColor: (property: ColorProperty, value: string | null) => ReturnType
    }
  }
}

const attributeOf = { color: 'color', 'background-color': 'backgroundColor' } as const

const colorAttribute = (property: ColorProperty) => ({
  default: null,
  rendered: false,
  parseHTML: (element: HTMLElement) => styleValue(readStyle(element.getAttribute('style') ?? ''), property) ?? null,
})

/** Style properties of stored text that are applied. None of them can affect anything outside the text. */
const shown = /^(?:font-(?:family|size|style|weight|variant)|text-(?:decoration|transform)|letter-spacing|vertical-align)$/

const isEmpty = ({ attrs }: AppliedMark) => Object.values(attrs).every(value => value === null)

/** The colors and other attributes of a `span`. Spans can be nested. */
export const TextStyle = Mark.create({
  name: 'textStyle',
  excludes: '',
  addAttributes: () => ({ color: colorAttribute('color'), backgroundColor: colorAttribute('background-color') }),
  parseHTML: () => [{ tag: 'span' }],
  renderHTML: ({ mark, HTMLAttributes }) => {
    const style = [
      mark.attrs.color && `color: ${mark.attrs.color}`,
      mark.attrs.backgroundColor && `background-color: ${mark.attrs.backgroundColor}`,
    ]
    return ['span', { ...HTMLAttributes, style: style.filter(Boolean).join('; ') || null }, 0]
  },
  addMarkView:
    () =>
    ({ mark }) => {
      const dom = document.createElement('span')
      const { color, backgroundColor, retained } = mark.attrs as {
        color: string | null
        backgroundColor: string | null
        retained: RetainedAttributes | null
      }
      // Custom properties, so that the style sheet can keep colored text readable in dark mode.
      if (color) dom.style.setProperty('--ink', color)
      if (backgroundColor) dom.style.setProperty('--paper', backgroundColor)
      dom.toggleAttribute('data-ink', color !== null)
      dom.toggleAttribute('data-paper', backgroundColor !== null)
      for (const [property, value] of readStyle(retained?.style ?? ''))
        if (shown.test(property)) dom.style.setProperty(property, value)
      return { dom, contentDOM: dom }
    },
  addCommands() {
    return {
      setTextColor:
        (property, value) =>
        ({ state, tr, dispatch }) => {
          const type = state.schema.marks.textStyle
          if (type === undefined) return false
          const name = attributeOf[property]
          const recolor = (marks: readonly AppliedMark[]): AppliedMark[] => {
            const bare = marks.filter(mark => mark.type === type).map(mark => type.create({ ...mark.attrs, [name]: null }))
            const inner = value === null ? undefined : (bare.pop() ?? type.create())
            const colored = inner && type.create({ ...inner.attrs, [name]: value })
            return [...bare, ...(colored ? [colored] : [])].filter(mark => !isEmpty(mark))
          }
          if (tr.selection.empty) {
            const current = state.storedMarks ?? tr.selection.$from.marks()
            const others: readonly AppliedMark[] = current.filter(mark => mark.type !== type)
            if (dispatch) tr.setStoredMarks([...recolor(current).reduce((set, mark) => mark.addToSet(set), others)])
            return true
          }
          for (const { $from, $to } of tr.selection.ranges) {
            state.doc.nodesBetween($from.pos, $to.pos, (node, position, parent) => {
              if (!node.isText || !parent?.type.allowsMarkType(type)) return
              const from = Math.max(position, $from.pos)
              const to = Math.min(position + node.nodeSize, $to.pos)
              const next = recolor(node.marks)
              tr.removeMark(from, to, type)
              for (const mark of next) tr.addMark(from, to, mark)
            })
          }
          return true
        },
    }
  },
})
