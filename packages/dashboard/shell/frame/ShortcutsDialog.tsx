import { Button, Dialog, Kbd, Switch, useSingleKeys } from '@coffer/ui'
import styles from './ShortcutsDialog.module.css'

const groups = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['mod+k'], does: 'Go to a collection, page or record, or run an action' },
      { keys: ['?'], does: 'Show this list' },
      { keys: ['['], does: 'Show or hide the sidebar' },
      { keys: ['Escape'], does: 'Close the topmost panel or dialog' },
    ],
  },
  {
    title: 'Records',
    shortcuts: [
      { keys: ['/'], does: 'Go to the filter' },
      { keys: ['n'], does: 'New record' },
      { keys: ['r'], does: 'Refresh' },
      { keys: ['j', 'ArrowDown'], does: 'Next row' },
      { keys: ['k', 'ArrowUp'], does: 'Previous row' },
      { keys: [' '], does: 'Select the row' },
      { keys: ['shift+ArrowDown', 'shift+ArrowUp'], does: 'Select a range' },
      { keys: ['Enter'], does: 'Open the row' },
      { keys: ['z'], does: 'Undo the deletion, while its message shows' },
    ],
  },
  {
    title: 'Column headers',
    shortcuts: [
      { keys: ['ArrowLeft', 'ArrowRight'], does: 'Previous and next column' },
      { keys: ['shift+ArrowLeft', 'shift+ArrowRight'], does: 'Move the column' },
    ],
  },
  {
    title: 'Record panel',
    shortcuts: [
      { keys: ['mod+s'], does: 'Save and keep open' },
      { keys: ['mod+Enter'], does: 'Save and close' },
      { keys: ['j', 'k'], does: 'Next and previous record' },
    ],
  },
] as const

interface ShortcutsDialogProps {
  open: boolean
  onClose: () => void
}

/** Lists the keyboard shortcuts. */
export function ShortcutsDialog({ open, onClose }: ShortcutsDialogProps) {
  const [areSingleKeysOn, setSingleKeys] = useSingleKeys()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      footerStart={<Switch label="Single-letter shortcuts" checked={areSingleKeysOn} onCheckedChange={setSingleKeys} />}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {groups.map(({ title, shortcuts }) => (
        <section key={title} className={styles.group} aria-label={title}>
          <h3 className={styles.title}>{title}</h3>
          <dl>
            {shortcuts.map(({ keys, does }) => (
              <div key={does} className={styles.shortcut}>
                <dt>{does}</dt>
                <dd className={styles.keys}>
                  {keys.map(key => (
                    <Kbd key={key} keys={key} isAlwaysShown={true} />
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
