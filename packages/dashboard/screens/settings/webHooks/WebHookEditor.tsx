import { webHookEvents } from '@coffer/schema'
import { Button, Checkbox, FieldFrame, Panel, Select, TextInput } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { collectionsQuery } from '../../../queries/collections/collections.ts'
import type { ListedWebHook } from '../../../queries/webHooks.ts'
import { FormColumn } from '../../../shell/form/FormColumn.tsx'
import { SaveShortcut } from '../../../shell/form/SaveShortcut.tsx'
import { TextField } from '../../../shell/form/TextField.tsx'
import { itemsOf, useWebHookForm } from './useWebHookForm.ts'
import { WebHookMenu } from './WebHookMenu.tsx'

interface WebHookEditorProps {
  /** Undefined for a new web hook. */
  hook: ListedWebHook | undefined
  isOpen: boolean
  onSecret: (secret: string) => void
  onClose: (isDone?: boolean) => void
}

const eventLabels = { create: 'Created', update: 'Updated', delete: 'Deleted' } as const

/** Edits the options of a web hook. */
export function WebHookEditor({ hook, isOpen, onSecret, onClose }: WebHookEditorProps) {
  const formId = useId()
  const form = useWebHookForm(hook, isOpen, { onSaved: () => onClose(true), onSecret })
  const { data: collections = [] } = useQuery(collectionsQuery)
  const options = collections.filter(({ type }) => type !== 'view').map(({ id, name }) => ({ value: id, label: name }))
  const [chosen, events, enabled, filter] = [
    form.field('collections'),
    form.field('events'),
    form.field('enabled'),
    form.field('filter'),
  ]
  const toggle = (event: string, isChosen: boolean) => {
    const others = itemsOf(events.value).filter(each => each !== event)
    const next = isChosen ? [...others, event] : others
    events.onValueChange(webHookEvents.filter(each => next.includes(each)).join())
  }
  return (
    <Panel
      open={isOpen}
      onCloseRequest={() => onClose()}
      title={hook ? 'Edit web hook' : 'New web hook'}
      width={580}
      footerStart={hook && <WebHookMenu hook={hook} onSecret={onSecret} onDone={() => onClose(true)} />}
      footer={
        <>
          <Button variant="quiet" onClick={() => onClose()} disabled={form.isSending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" disabled={!form.canSave} loading={form.isSending}>
            {hook ? 'Save changes' : 'Create'}
          </Button>
        </>
      }
    >
      <SaveShortcut onSave={form.submit} onSaveAndClose={form.submit} />
      <FormColumn {...form.props} id={formId}>
        <Checkbox
          label="Enabled"
          checked={enabled.value !== ''}
          onCheckedChange={isEnabled => enabled.onValueChange(isEnabled ? 'true' : '')}
        />
        <TextField
          {...form.field('url')}
          label="URL"
          mono
          autoComplete="off"
          spellCheck={false}
          placeholder="https://receiver.example.com/hook"
          help="Messages are sent here with POST. It needs a public address."
        />
        <FieldFrame label="Collections" error={chosen.error} help="Leave empty for all collections.">
          {({ control }) => (
            <Select
              {...control}
              multiple
              options={options}
              placeholder="All collections"
              value={itemsOf(chosen.value)}
              onChange={ids => chosen.onValueChange(ids.join())}
            />
          )}
        </FieldFrame>
        <FieldFrame label="Events" as="group" required error={events.error}>
          {() =>
            webHookEvents.map(event => (
              <Checkbox
                key={event}
                name="events"
                label={eventLabels[event]}
                checked={itemsOf(events.value).includes(event)}
                onCheckedChange={isChosen => toggle(event, isChosen)}
              />
            ))
          }
        </FieldFrame>
        <FieldFrame
          label="Filter"
          error={filter.error}
          help="Limits it to records that match, such as status = &quot;published&quot;."
        >
          {({ control }) => (
            <TextInput
              {...control}
              name="filter"
              mono
              autoComplete="off"
              spellCheck={false}
              value={filter.value}
              onValueChange={filter.onValueChange}
            />
          )}
        </FieldFrame>
      </FormColumn>
    </Panel>
  )
}
