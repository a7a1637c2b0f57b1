import { Download, Ellipsis, Pencil, Plus, RefreshCw, Settings, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, CopyButton, IconButton, Menu, Tooltip, useTheme } from '../index.ts'
import { Line, Section } from './Section.tsx'

const isThemeChoice = (value: string) => value === 'system' || value === 'light' || value === 'dark'

/** Buttons, menus and tooltips. */
export function Buttons() {
  const [isBusy, setBusy] = useState(false)
  const { choice, setChoice } = useTheme()
  const [shown, setShown] = useState({ title: true, created: false })

  const work = () => {
    setBusy(true)
    setTimeout(setBusy, 1500, false)
  }
  return (
    <Section title="Buttons and menus">
      <Line>
        <Button variant="primary" icon={Plus}>
          New record
        </Button>
        <Button>Cancel</Button>
        <Button variant="quiet">Reset</Button>
        <Button variant="danger" icon={Trash2}>
          Delete 12 records
        </Button>
      </Line>
      <Line>
        <Button variant="primary" disabled>
          Save changes
        </Button>
        <Button disabled>Cancel</Button>
        <Button variant="quiet" disabled>
          Reset
        </Button>
        <Button variant="primary" loading={isBusy} onClick={work}>
          Work a while
        </Button>
        <Button loading>Saving</Button>
      </Line>
      <Line>
        <Button size="small" variant="primary" icon={Plus}>
          New
        </Button>
        <Button size="small" icon={Download}>
          Export
        </Button>
        <Button size="small" variant="quiet">
          Clear
        </Button>
        <IconButton label="Refresh" icon={RefreshCw} size="small" />
        <CopyButton text="rk3jd0a1x8s2v7q" size="small" label="Copy id" />
      </Line>
      <Line>
        <IconButton label="Settings" icon={Settings} />
        <IconButton label="Edit collection" icon={Pencil} variant="secondary" />
        <IconButton label="Delete" icon={Trash2} variant="danger" />
        <IconButton label="Refresh" icon={RefreshCw} loading />
        <IconButton label="Unavailable" icon={Settings} disabled />
        <Menu
          trigger={<IconButton label="More" icon={Ellipsis} variant="secondary" />}
          items={[
            { label: 'Edit', icon: Pencil, shortcut: 'e', onSelect: work },
            { label: 'Duplicate', hint: 'A new record with the same values', onSelect: work },
            { label: 'Not allowed', disabled: true, onSelect: work },
            { kind: 'separator' },
            { kind: 'heading', label: 'Columns' },
            { kind: 'toggle', label: 'title', checked: shown.title, onChange: title => setShown({ ...shown, title }) },
            { kind: 'toggle', label: 'created', checked: shown.created, onChange: created => setShown({ ...shown, created }) },
            { kind: 'separator' },
            {
              kind: 'choice',
              label: 'Theme',
              value: choice,
              options: [
                { value: 'system', label: 'System' },
                { value: 'light', label: 'Light' },
                { value: 'dark', label: 'Dark' },
              ],
              onChange: value => isThemeChoice(value) && setChoice(value),
            },
            { kind: 'separator' },
            { label: 'Delete', icon: Trash2, danger: true, shortcut: 'mod+Backspace', onSelect: work },
          ]}
        />
        <Tooltip content="2026-11-21 16:04:12 Local" mono>
          <Button variant="quiet" size="small">
            Hover or focus me
          </Button>
        </Tooltip>
      </Line>
    </Section>
  )
}
