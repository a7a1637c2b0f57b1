import { Menu, ToolbarButton, ToolbarGroup } from '@coffer/ui'
import { Baseline, Bold, Code, Highlighter, Italic, Strikethrough, Underline } from 'lucide-react'
import { backgroundColors, colorOptions, textColors } from '../colors.ts'
import type { Tools } from './Tools.ts'

/** Inline formats of the selected text. */
export function MarkTools({ tools: { state, run, choose, takeFocus } }: { tools: Tools }) {
  const marks = [
    { label: 'Bold', icon: Bold, shortcut: 'mod+b', pressed: state.bold, onClick: () => run(chain => chain.toggleBold()) },
    {
      label: 'Italic',
      icon: Italic,
      shortcut: 'mod+i',
      pressed: state.italic,
      onClick: () => run(chain => chain.toggleItalic()),
    },
    {
      label: 'Underline',
      icon: Underline,
      shortcut: 'mod+u',
      pressed: state.underline,
      onClick: () => run(chain => chain.toggleUnderline()),
    },
    {
      label: 'Strikethrough',
      icon: Strikethrough,
      shortcut: 'mod+shift+s',
      pressed: state.strike,
      onClick: () => run(chain => chain.toggleStrike()),
    },
    { label: 'Code', icon: Code, shortcut: 'mod+e', pressed: state.code, onClick: () => run(chain => chain.toggleCode()) },
  ]
  const colors = [
    { label: 'Text colour', icon: Baseline, property: 'color', choices: textColors, current: state.color },
    {
      label: 'Background colour',
      icon: Highlighter,
      property: 'background-color',
      choices: backgroundColors,
      current: state.background,
    },
  ] as const
  return (
    <ToolbarGroup label="Look of the text">
      {marks.map(mark => (
        <ToolbarButton key={mark.label} {...mark} disabled={state.isCode} />
      ))}
      {colors.map(({ label, icon, property, choices, current }) => (
        <Menu
          key={label}
          trigger={<ToolbarButton label={label} icon={icon} opens disabled={state.isCode} />}
          takeFocus={takeFocus}
          items={[
            {
              kind: 'choice',
              label,
              value: current?.toLowerCase() ?? '',
              options: colorOptions(choices, current),
              onChange: value => choose(chain => chain.setTextColor(property, value || null)),
            },
          ]}
        />
      ))}
    </ToolbarGroup>
  )
}
