import { Menu, ToolbarButton, ToolbarGroup } from '@coffer/ui'
import type { ChainedCommands } from '@tiptap/core'
import { Heading1, Heading2, Heading3, Heading4, Heading5, Heading6, Pilcrow, SquareCode } from 'lucide-react'
import type { Tools } from './Tools.ts'

const kinds = [
  { value: 'paragraph', label: 'Paragraph', icon: Pilcrow },
  { value: 'h1', label: 'Heading 1', icon: Heading1 },
  { value: 'h2', label: 'Heading 2', icon: Heading2 },
  { value: 'h3', label: 'Heading 3', icon: Heading3 },
  { value: 'h4', label: 'Heading 4', icon: Heading4 },
  { value: 'h5', label: 'Heading 5', icon: Heading5 },
  { value: 'h6', label: 'Heading 6', icon: Heading6 },
  { value: 'code', label: 'Code block', icon: SquareCode },
]

const levels = [1, 2, 3, 4, 5, 6] as const

function setKind(chain: ChainedCommands, kind: string): ChainedCommands {
  const level = levels.find(level => `h${level}` === kind)
  if (level !== undefined) return chain.setHeading({ level })
  return kind === 'code' ? chain.setCodeBlock() : chain.setParagraph()
}

/** The block type of the selected lines: paragraph, heading or code. */
export function BlockTools({ tools: { state, choose, takeFocus } }: { tools: Tools }) {
  const label = kinds.find(({ value }) => value === state.block)?.label ?? 'Several'
  return (
    <ToolbarGroup label="Kind of block">
      <Menu
        trigger={<ToolbarButton label={`Kind of block: ${label}`} icon={Pilcrow} text={label} opens />}
        takeFocus={takeFocus}
        items={[
          {
            kind: 'choice',
            label: 'Kind of block',
            value: state.block,
            options: kinds,
            onChange: kind => choose(chain => setKind(chain, kind)),
          },
        ]}
      />
    </ToolbarGroup>
  )
}
