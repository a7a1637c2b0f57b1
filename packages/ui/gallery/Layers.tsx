import { Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  Button,
  Dialog,
  FieldFrame,
  IconButton,
  Menu,
  Panel,
  Select,
  TextInput,
  useConfirm,
  useShortcut,
  useToasts,
} from '../index.ts'
import styles from './Gallery.module.css'
import { Line, Section } from './Section.tsx'

const wait = (time: number) => new Promise(resolve => setTimeout(resolve, time))
const places = ['Athens', 'Bergen', 'Cadiz', 'Delft', 'Évora', 'Fez', 'Ghent'].map(label => ({ value: label, label }))

/** Dialogs, stacked panels and confirmations. */
export function Layers() {
  const confirm = useConfirm()
  const toasts = useToasts()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [isPanelOpen, setPanelOpen] = useState(false)
  useShortcut('n', () => setPanelOpen(true))

  const failing = async () => {
    await wait(500)
    throw new Error('The server refused: the backup is still running.')
  }
  const askTwice = async () => {
    await wait(200)
    if (await confirm({ text: 'Also delete its 12 records?', danger: true, yes: 'Delete 12 records' })) {
      toasts.success('Successfully deleted 12 records.')
    }
  }
  return (
    <Section title="Layers">
      <Line>
        <Button onClick={() => setDialogOpen(true)}>Dialog</Button>
        <Button onClick={() => setPanelOpen(true)}>Panel</Button>
        <Button onClick={() => confirm({ text: 'Do you really want to delete the selected record?', danger: true })}>
          Question
        </Button>
        <Button onClick={() => confirm({ text: 'Restart the server now?', action: () => wait(1500) })}>Question with work</Button>
        <Button onClick={() => confirm({ text: 'Restore the backup?', action: failing })}>Failing question</Button>
        <Button onClick={() => confirm({ text: 'Delete the collection "posts"?', danger: true, action: askTwice })}>
          Question in a question
        </Button>
        <Button
          onClick={() =>
            confirm({
              text: 'Do you really want to delete collection "posts" and all its records?',
              danger: true,
              yes: 'Delete "posts"',
              typedName: 'posts',
              action: () => wait(600),
            })
          }
        >
          Typed question
        </Button>
      </Line>
      <Dialog
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        title="Send a test e-mail"
        footer={
          <>
            <Button variant="quiet" onClick={() => setDialogOpen(false)}>
              Cancel
            </Button>
            <Button variant="primary" onClick={() => toasts.success('Successfully sent a test e-mail.')}>
              Send
            </Button>
          </>
        }
      >
        <div className={styles.stack}>
          <FieldFrame label="To" required>
            {ids => <TextInput {...ids.control} type="email" defaultValue="jane@example.com" />}
          </FieldFrame>
          <PlaceField />
        </div>
      </Dialog>
      <RecordPanel open={isPanelOpen} onClose={() => setPanelOpen(false)} level={1} />
    </Section>
  )
}

function PlaceField() {
  const [place, setPlace] = useState('Delft')
  return (
    <FieldFrame label="Place">{ids => <Select {...ids.control} options={places} value={place} onChange={setPlace} />}</FieldFrame>
  )
}

function RecordPanel({ open, onClose, level }: { open: boolean; onClose: () => void; level: number }) {
  const confirm = useConfirm()
  const [title, setTitle] = useState('')
  const [isNextOpen, setNextOpen] = useState(false)
  const { warning } = useToasts()

  const close = async () => {
    if (title && !(await confirm({ text: 'You have unsaved changes. Do you really want to close the panel?' }))) return
    setTitle('')
    onClose()
  }
  return (
    <Panel
      open={open}
      onCloseRequest={close}
      title={level === 1 ? 'New posts record' : `New authors record, level ${level}`}
      rememberAs="gallery"
      actions={
        <Menu
          align="end"
          trigger={<IconButton label="More" icon={Ellipsis} />}
          items={[
            { label: 'Say something', onSelect: () => warning('A warning from inside a panel.') },
            { kind: 'separator' },
            { label: 'Delete', icon: Trash2, danger: true, onSelect: () => void confirm({ text: 'Delete it?', danger: true }) },
          ]}
        />
      }
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
          <Button variant="primary" disabled={!title}>
            Create
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <FieldFrame label="Title" required>
          {ids => <TextInput {...ids.control} value={title} onValueChange={setTitle} />}
        </FieldFrame>
        <PlaceField />
        {level < 4 && (
          <>
            <Line>
              <Button onClick={() => setNextOpen(true)}>Open another panel</Button>
            </Line>
            <RecordPanel open={isNextOpen} onClose={() => setNextOpen(false)} level={level + 1} />
          </>
        )}
      </div>
    </Panel>
  )
}
