import type { RecordJson } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { Button, Panel, phone, Select, Switch, TabPanel, Tabs, useMedia } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { client } from '../../queries/connection/client.ts'
import { storedExampleQuery } from '../../queries/records/record.ts'
import styles from './ApiDocsPanel.module.css'
import { DescriptionDownloads } from './DescriptionDownloads.tsx'
import type { DocsSubject } from './DocsSubject.ts'
import { EndpointPage } from './EndpointPage.tsx'
import { endpointsOf } from './endpoints.ts'
import { exampleRecord } from './parts/exampleRecord.ts'
import { writeJson } from './samples/writeValue.ts'

/** Longer values are shortened, because they would push the others out of view. */
const maxValueCharacters = 300

function shorten(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > maxValueCharacters ? `${value.slice(0, maxValueCharacters).trimEnd()}…` : value
  return writeJson(value).length > maxValueCharacters * 4 ? '…' : value
}

/** Shortens the long values of a stored record. */
const shownRecord = (record: RecordJson): RecordJson => ({
  ...record,
  ...Object.fromEntries(Object.entries(record).map(([name, value]) => [name, shorten(value)])),
})

const widthPx = 960

interface ApiDocsPanelProps {
  open: boolean
  collection: Collection
  collections: readonly Collection[]
  /** Id of the endpoint to show; an unknown id or undefined shows the first. */
  endpointId: string | undefined
  onEndpointChange: (id: string) => void
  onClose: () => void
}

/** The API preview of a collection: a tab for each endpoint. */
export function ApiDocsPanel({ open, collection, collections, endpointId, onEndpointChange, onClose }: ApiDocsPanelProps) {
  const { data: stored } = useQuery({ ...storedExampleQuery(collection.id), enabled: open })
  const [usesStored, setUsesStored] = useState(false)
  const isPhone = useMedia(phone)
  const content = useRef<HTMLDivElement>(null)

  const endpoints = endpointsOf(collection)
  const current = endpoints.find(({ id }) => id === endpointId) ?? endpoints[0]
  if (current === undefined) return null
  const subject: DocsSubject = {
    collection,
    collections,
    origin: client.baseUrl.replace(/\/+$/, ''),
    record: usesStored && stored ? shownRecord(stored) : exampleRecord(collection),
  }
  const choose = (id: string) => {
    content.current?.closest('[data-layer-body]')?.scrollTo(0, 0)
    onEndpointChange(id)
  }
  const page = <EndpointPage key={current.id} label={current.label} text={current.describe(subject)} />

  return (
    <Panel
      open={open}
      onCloseRequest={onClose}
      width={widthPx}
      rememberAs="apiDocs"
      initialFocus={isPhone ? undefined : currentTab(content)}
      title={`API of ${collection.name}`}
      actions={!isPhone && <DescriptionDownloads />}
      footerStart={
        stored && <Switch label="Use a stored record as the example" checked={usesStored} onCheckedChange={setUsesStored} />
      }
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div ref={content}>
        {isPhone ? (
          <>
            <Select
              className={styles.select}
              aria-label="Endpoint"
              options={endpoints.map(({ id, label }) => ({ value: id, label }))}
              value={current.id}
              onChange={choose}
              searchable={false}
            />
            {page}
            <div className={styles.downloads}>
              <DescriptionDownloads />
            </div>
          </>
        ) : (
          <Tabs vertical className={styles.tabs} label="Endpoints" tabs={endpoints} value={current.id} onChange={choose}>
            <TabPanel id={current.id}>{page}</TabPanel>
          </Tabs>
        )}
      </div>
    </Panel>
  )
}

/** Returns a ref to the selected tab, to focus it so that arrow keys move from there. */
const currentTab = (content: RefObject<HTMLElement | null>): RefObject<HTMLElement | null> => ({
  get current() {
    return content.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]') ?? null
  },
})
