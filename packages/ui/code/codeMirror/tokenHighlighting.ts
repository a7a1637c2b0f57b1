import { highlightingFor } from '@codemirror/language'
import { EditorState, type Extension, RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const tagsByKind = {
  name: tags.name,
  special: tags.special(tags.variableName),
  word: tags.atom,
  text: tags.string,
  number: tags.number,
  operator: tags.operator,
  join: tags.logicOperator,
  comment: tags.comment,
  invalid: tags.invalid,
}

/** A token between two UTF-16 offsets with its kind. */
export interface CodeToken {
  from: number
  to: number
  kind: keyof typeof tagsByKind
}

/**
 * Creates language support from a tokenizer, for texts that are short enough to tokenize on every key press.
 * @param brackets characters that are closed automatically
 */
export function tokenHighlighting(tokensOf: (text: string) => readonly CodeToken[], brackets: readonly string[]): Extension {
  const highlight = ({ state }: EditorView): DecorationSet => {
    const builder = new RangeSetBuilder<Decoration>()
    for (const { from, to, kind } of tokensOf(state.doc.toString())) {
      const className = highlightingFor(state, [tagsByKind[kind]])
      if (className) builder.add(from, to, Decoration.mark({ class: className }))
    }
    return builder.finish()
  }
  const highlighter = ViewPlugin.define(
    view => ({
      marks: highlight(view),
      update({ docChanged, view }) {
        if (docChanged) this.marks = highlight(view)
      },
    }),
    { decorations: ({ marks }) => marks },
  )
  return [highlighter, EditorState.languageData.of(() => [{ closeBrackets: { brackets: [...brackets] } }])]
}
