import { Database, User } from 'lucide-react'
import { useState } from 'react'
import {
  Alert,
  Avatar,
  Badge,
  Button,
  Chip,
  CopyButton,
  CopyChip,
  Disclosure,
  EmptyState,
  Kbd,
  Logo,
  Skeleton,
  Spinner,
  TabPanel,
  Tabs,
  useToasts,
} from '../index.ts'
import styles from './Gallery.module.css'
import { Line, Section } from './Section.tsx'

const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

/** Messages, states and avatars. */
export function Feedback() {
  const toasts = useToasts()
  const [tab, setTab] = useState<'fields' | 'rules' | 'options'>('fields')
  const [isOpen, setOpen] = useState(true)
  const [chips, setChips] = useState(['red', 'green', 'blue'])
  return (
    <Section title="Feedback">
      <Line>
        <Button onClick={() => toasts.info('The server was restarted.')}>Info</Button>
        <Button onClick={() => toasts.success('Successfully updated record.')}>Success</Button>
        <Button onClick={() => toasts.warning('The e-mail was sent, but the log is full.')}>Warning</Button>
        <Button onClick={() => toasts.error('Something went wrong while processing your request.')}>Error</Button>
        <Button
          onClick={() => toasts.info('250 of 1000 records are back.', { name: 'undo', progress: { done: 250, total: 1000 } })}
        >
          With progress
        </Button>
      </Line>
      <div className={styles.stack}>
        <Alert tone="info" title="A new version is available">
          Restart the server to use it.
        </Alert>
        <Alert tone="success">All 24 collections were imported.</Alert>
        <Alert tone="warning" title="Anyone may read this collection" action={<Button size="small">Lock it</Button>}>
          An empty rule admits everybody.
        </Alert>
        <Alert tone="danger" title="Could not load the records" action={<Button size="small">Retry</Button>}>
          The server did not answer.
        </Alert>
      </div>
      <Line>
        <Badge>base</Badge>
        <Badge tone="accent">auth</Badge>
        <Badge tone="info">info</Badge>
        <Badge tone="success">200</Badge>
        <Badge tone="warning">404</Badge>
        <Badge tone="danger">500</Badge>
        <Kbd keys="mod+k" />
        <Kbd keys="/" />
        <Spinner label="Loading" />
        <Spinner size={24} />
      </Line>
      <Line>
        <CopyChip text="rk3jd0a1x8s2v7q" noun="id" />
        <Chip mono trailing={<CopyButton text="posts_1" label="Copy name" size="inline" />}>
          posts_1
        </Chip>
        <Chip icon={User}>Ada Lovelace</Chip>
        {chips.map(name => (
          <Chip key={name} onRemove={() => setChips(chips.filter(chip => chip !== name))} removeLabel={`Remove ${name}`}>
            {name}
          </Chip>
        ))}
      </Line>
      <Line>
        <Skeleton width={180} />
        <Skeleton width={90} />
      </Line>
      <Line>
        {numbers.map(number => (
          <Avatar key={number} number={number} size={36} label={`Avatar ${number}`} />
        ))}
      </Line>
      <Line>
        <Logo withName size={32} />
        <Logo size={20} />
        <Logo size={48} />
      </Line>
      <Tabs
        label="Collection"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'fields', label: 'Fields' },
          { id: 'rules', label: 'API rules', marker: 'Has errors' },
          { id: 'options', label: 'Options' },
        ]}
      >
        <TabPanel id="fields">Eleven types of field.</TabPanel>
        <TabPanel id="rules">Who may do what.</TabPanel>
        <TabPanel id="options">The rest.</TabPanel>
      </Tabs>
      <Disclosure open={isOpen} onOpenChange={setOpen} summary="Two changes">
        A field was added, another one renamed.
      </Disclosure>
      <EmptyState
        icon={Database}
        title="No collections yet"
        hint="A collection holds records of one shape."
        action={<Button variant="primary">New collection</Button>}
      />
    </Section>
  )
}
