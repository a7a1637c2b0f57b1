import { Menu, ToolbarButton, ToolbarGroup } from '@coffer/ui'
import {
  ArrowLeftRight,
  List,
  ListOrdered,
  PilcrowLeft,
  PilcrowRight,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignJustify,
  TextAlignStart,
  TextQuote,
} from 'lucide-react'
import { type Direction, setDirection } from '../direction.ts'
import type { Tools } from './Tools.ts'

const alignments = [
  { value: 'left', label: 'Left', icon: TextAlignStart },
  { value: 'center', label: 'Centre', icon: TextAlignCenter },
  { value: 'right', label: 'Right', icon: TextAlignEnd },
  { value: 'justify', label: 'Justify', icon: TextAlignJustify },
]

const directions = [
  { value: 'default', label: 'As the page', icon: ArrowLeftRight },
  { value: 'ltr', label: 'Left to right', icon: PilcrowRight },
  { value: 'rtl', label: 'Right to left', icon: PilcrowLeft },
]

/** Lists, quotes, alignment and direction of the selected lines. */
export function LineTools({ tools: { editor, state, run, choose, takeFocus } }: { tools: Tools }) {
  const alignIcon = alignments.find(({ value }) => value === state.align)?.icon ?? TextAlignStart
  return (
    <ToolbarGroup label="Lines">
      <ToolbarButton
        label="Bulleted list"
        icon={List}
        shortcut="mod+shift+8"
        pressed={state.bulletList}
        onClick={() => run(chain => chain.toggleBulletList())}
      />
      <ToolbarButton
        label="Numbered list"
        icon={ListOrdered}
        shortcut="mod+shift+7"
        pressed={state.orderedList}
        onClick={() => run(chain => chain.toggleOrderedList())}
      />
      <ToolbarButton
        label="Quote"
        icon={TextQuote}
        shortcut="mod+shift+b"
        pressed={state.quote}
        onClick={() => run(chain => chain.toggleBlockquote())}
      />
      <Menu
        trigger={<ToolbarButton label="Alignment" icon={alignIcon} opens disabled={state.isCode} />}
        takeFocus={takeFocus}
        items={[
          {
            kind: 'choice',
            label: 'Alignment',
            value: state.align,
            options: alignments,
            onChange: align => choose(chain => (align === 'left' ? chain.unsetTextAlign() : chain.setTextAlign(align))),
          },
        ]}
      />
      <Menu
        trigger={<ToolbarButton label="Direction" icon={ArrowLeftRight} opens />}
        takeFocus={takeFocus}
        items={[
          {
            kind: 'choice',
            label: 'Direction',
            value: state.direction,
            options: directions,
            onChange: direction => {
              setDirection(editor, direction as Direction)
              choose(chain => chain)
            },
          },
        ]}
      />
    </ToolbarGroup>
  )
}
