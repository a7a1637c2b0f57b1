import { highlightingFor } from '@codemirror/language'
import { EditorState, type Extension, RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const inks = {
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
  kind: keyof typeof inks
}

/**
 * Creates language support from a tokenizer, for texts that are short enough to tokenize on every key press.
 * @param brackets characters that are closed automatically
 */
export function tokenColouring(tokensOf: (text: string) => readonly CodeToken[], brackets: readonly string[]): Extension {
  const colour = ({ state }: EditorView): DecorationSet => {
    const builder = new RangeSetBuilder<Decoration>()
    for (const { from, to, kind } of tokensOf(state.doc.toString())) {
      const ink = highlightingFor(state, [inks[kind]])
      if (ink) builder.add(from, to, Decoration.mark({ class: ink }))
    }
    return builder.finish()
  }
  const colours = ViewPlugin.define(
    view => ({
      marks: colour(view),
      update({ docChanged, view }) {
        if (docChanged) this.marks = colour(view)
      },
    }),
    { decorations: ({ marks }) => marks },
  )
  return [colours, EditorState.languageData.of(() => [{ closeBrackets: { brackets: [...brackets] } }])]
}
